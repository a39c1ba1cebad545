// What every page needs beyond HTML and htmx: toasts, menus, dialogs, copying, and focus that never gets lost.
// All words come from templates; this script only shows, moves and hides what the server has written.

import { isMove } from "./connection.js";

const TOAST_MILLISECONDS = 4000;
const TOAST_WITH_RULE_MILLISECONDS = 9000;
const TOASTS_AT_ONCE = 3;
const toasts = document.getElementById("toasts");
const main = document.getElementById("main");

// --- motion ---------------------------------------------------------------------------------------------------

// What its times are multiplied by: the styles know it from the person's choice, or else from the device's; 0 is none.
export const pace = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--pace"));

// --- toasts ---------------------------------------------------------------------------------------------------

export function showToast(templateId) {
  toasts.append(document.getElementById(templateId).content.cloneNode(true));
}

// A toast that offers something to do waits for its answer; the others leave by themselves, but not while read.
function letToastLeave(toast) {
  if (toast.querySelector("a:not(.toast__help), button:not([data-toast-dismiss])")) return;
  const patience = toast.querySelector(".toast__help") ? TOAST_WITH_RULE_MILLISECONDS : TOAST_MILLISECONDS;
  let timer = 0;
  const stay = () => clearTimeout(timer);
  const leave = () => {
    stay();
    timer = setTimeout(() => toast.matches(":focus-within") || toast.remove(), patience);
  };
  toast.addEventListener("pointerenter", stay);
  toast.addEventListener("focusin", stay);
  toast.addEventListener("pointerleave", leave);
  toast.addEventListener("focusout", leave);
  leave();
}

let focusBeforeToasts = null;
toasts.addEventListener("focusin", (event) => {
  if (!toasts.contains(event.relatedTarget)) focusBeforeToasts = event.relatedTarget;
});

function dismissToast(toast) {
  const hadFocus = toast.contains(document.activeElement);
  toast.remove();
  if (hadFocus) (focusBeforeToasts?.isConnected ? focusBeforeToasts : main).focus({ preventScroll: true });
}

new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.addedNodes) if (node.matches?.(".toast")) letToastLeave(node);
  }
  // A banner stays: it is true.
  const leaving = [...toasts.querySelectorAll(".toast")].slice(0, -TOASTS_AT_ONCE);
  for (const toast of leaving) toast.remove();
}).observe(toasts, { childList: true });

// Screen readers speak what is added to a live region, not what it holds when the page opens.
const waiting = [...toasts.children];
toasts.replaceChildren();
requestAnimationFrame(() => toasts.append(...waiting));

// --- menus ----------------------------------------------------------------------------------------------------

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(except)) menu.open = false;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.activeElement?.closest("details.menu[open]");
  closeMenus(null);
  menu?.querySelector("summary").focus();
});

// --- dialogs --------------------------------------------------------------------------------------------------

const openers = new WeakMap();

function openDialog(dialog, opener) {
  openers.set(dialog, opener);
  dialog.showModal();
  // Everything outside a modal dialog is out of reach and silent, so the messages come along.
  dialog.append(toasts);
}

// The browser gives the focus back to the opener itself; a redrawn opener it cannot know.
document.addEventListener("close", (event) => {
  const dialog = event.target;
  if (dialog.contains(toasts)) document.body.append(toasts);
  const opener = openers.get(dialog);
  if (opener?.id && !opener.isConnected) document.getElementById(opener.id)?.focus({ preventScroll: true });
}, true);

// --- clicks ---------------------------------------------------------------------------------------------------

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    showToast("toast-copied");
  } catch {
    showToast("toast-not-copied");
  }
}

// By the sheet of the system where it has one; who closes the sheet has chosen not to.
function share(url, title) {
  if (!navigator.canShare?.({ url })) return copy(url);
  return navigator.share({ title, url }).catch(() => {});
}

document.addEventListener("click", (event) => {
  closeMenus(event.target);
  const control = event.target.closest(
    "[data-dialog-open], [data-dialog-close], [data-copy], [data-share], [data-toast-dismiss]",
  );
  if (!control) return;
  const { dialogOpen, dialogClose, copy: text, share: link, title = document.title, toastDismiss } = control.dataset;
  if (dialogOpen !== undefined) openDialog(document.getElementById(dialogOpen), control);
  if (dialogClose !== undefined) control.closest("dialog").close();
  if (text !== undefined) copy(text);
  if (link !== undefined) share(link, title);
  if (toastDismiss !== undefined) dismissToast(control.closest(".toast"));
});

// --- focus across swaps ---------------------------------------------------------------------------------------

let lostFocus = null;
let openSheets = [];

function beforeSwap(event) {
  const target = event.detail.target;
  openSheets.push(...[...target.querySelectorAll(":popover-open:not([data-closes])")].map((sheet) => sheet.id));
  queueMicrotask(() => { openSheets = []; });
  if (target !== toasts && target.contains(toasts)) document.body.append(toasts);
  const focused = document.activeElement;
  if (!focused || focused === document.body || !target.contains(focused)) return;
  const ids = [];
  for (let node = focused; node; node = node.parentElement) if (node.id) ids.push(node.id);
  lostFocus = { focused, ids };
}

// The same control if it came back in sight, else the part it was in: a keyboard player goes on from there, and a
// second press of Enter does not hit whatever took the control's place.
function returnFocus() {
  const lost = lostFocus;
  lostFocus = null;
  if (!lost || lost.focused.isConnected || document.activeElement !== document.body) return;
  const places = lost.ids.map((id) => document.getElementById(id));
  const home = places.find((node) => node?.checkVisibility({ visibilityProperty: true }) && !node.disabled) ?? main;
  home.focus({ preventScroll: true });
  if (document.activeElement === home) return;
  home.tabIndex = -1;
  home.focus({ preventScroll: true });
}

// A sheet that was open stays open, such as that of choices, of which people make several; one that closes with news
// (data-closes) does not. At once, so that Escape closes the sheet that is seen.
function reopenSheets() {
  for (const id of openSheets) {
    const sheet = document.getElementById(id);
    if (sheet?.popover && !sheet.matches(":popover-open")) sheet.showPopover();
  }
}

// One message may swap several parts and the control may come back in a later one: look when all are in.
function afterSwap() {
  reopenSheets();
  setTimeout(returnFocus);
}

document.addEventListener("htmx:beforeSwap", beforeSwap);
document.addEventListener("htmx:oobBeforeSwap", beforeSwap);
document.addEventListener("htmx:afterSwap", afterSwap);
document.addEventListener("htmx:oobAfterSwap", afterSwap);

// --- requests -------------------------------------------------------------------------------------------------

// A button may stand outside its form, and htmx hears of a new one a moment late: the browser knows which one it was.
// Here, because live.js, which comes next, takes what is sent for the key of the move.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const pressed = detail.triggeringEvent?.submitter;
  if (pressed?.name) detail.parameters[pressed.name] = pressed.value;
});

// A button that leads away and is pressed twice asks for one thing: both requests carry the key of this showing.
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[data-new-key]")) {
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
    field.value = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
});

const busy = new Map();

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const pressed = detail.requestConfig.triggeringEvent?.submitter ?? detail.elt;
  if (!pressed.matches("button, a")) return;
  pressed.setAttribute("aria-busy", "true");
  busy.set(detail.xhr, pressed);
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  busy.get(detail.xhr)?.removeAttribute("aria-busy");
  busy.delete(detail.xhr);
});

// Only what a person asked for is reported. What becomes of a move at a table is told by the page's line to the site.
document.addEventListener("htmx:sendError", ({ detail }) => {
  const { triggeringEvent, path } = detail.requestConfig;
  if (triggeringEvent && !isMove(path)) showToast("toast-not-sent");
});
