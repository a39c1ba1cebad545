// A power is used where the cards lie. While it is open the table is a dialog: named by its part, with the focus on a
// card and a way out; cambio-within.js keeps Tab in it. It hides all but a coach, whose hint may be asked for. The
// cards are buttons and radio buttons of the server's; arrows move among them by their places on the table, Space
// picks, Enter swaps, Escape skips.

import { isElsewhere } from "./manners.js";

const inPage = (selector) => document.querySelector(selector);
const board = inPage(".board");
export const isOpen = () => Boolean(inPage("#power-title"));
const picks = () => [...board.querySelectorAll("button.pick, .pick input")];

// --- the dialog -----------------------------------------------------------------------------------------------
// The title names the power: a look that follows a choice is another one.

let focused = ""; // the title of the power that has got the focus

export function showPower() {
  if (isOpen()) {
    board.setAttribute("role", "dialog");
    board.setAttribute("aria-modal", !inPage(".coach"));
    board.setAttribute("aria-labelledby", "power-title");
    board.setAttribute("aria-describedby", "power-about");
    rove();
    sayChoice();
  } else {
    for (const name of ["role", "aria-modal", "aria-labelledby", "aria-describedby"]) board.removeAttribute(name);
    focused = "";
    chosen.clear();
  }
  turnBack();
}

// Told after all parts are in: the cards and the words of a power come in several.
export function focusNewPower() {
  const title = inPage("#power-title")?.textContent ?? "";
  if (title === focused) return;
  focused = title;
  if (!title) return;
  inPage("dialog[open]")?.close();
  inPage("#side:popover-open")?.hidePopover();
  (inPage("#power-close") ?? firstPick())?.focus({ preventScroll: true });
}

const firstPick = () => inPage(".mine :is(button.pick, .pick input)") ?? picks()[0];

// --- keys -----------------------------------------------------------------------------------------------------
// Tab stops once at each hand; radio buttons do so by themselves.

function rove() {
  for (const hand of board.querySelectorAll(".hand:has(button.pick)")) {
    const cards = [...hand.querySelectorAll("button.pick")];
    // News may come while the focus is elsewhere: the card it left stays the stop.
    const stop = cards.find((card) => card === document.activeElement) ?? cards.find(({ tabIndex }) => tabIndex === 0);
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  }
}
board.addEventListener("focusin", (event) => event.target.matches("button.pick") && rove());

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const centre = (card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

// The nearest card that way; what lies aside counts double.
function neighbour(card, [right, down]) {
  const [x, y] = centre(card);
  const ahead = picks().filter((other) => other !== card).map((other) => {
    const [dx, dy] = centre(other).map((place, axis) => place - [x, y][axis]);
    const along = dx * right + dy * down;
    return { other, along, away: along + 2 * Math.abs(dx * down + dy * right) };
  });
  return ahead.filter(({ along }) => along > 4).sort((one, two) => one.away - two.away)[0]?.other;
}

document.addEventListener("keydown", (event) => {
  if (!isOpen() || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const pick = event.target.closest?.("button.pick, .pick input");
  if (event.key === "Escape" && !event.repeat && !isElsewhere()) {
    (inPage("#power-skip") ?? inPage("#power-close")).click();
  } else if (event.key in DIRECTIONS && (pick || event.target === document.body)) {
    event.preventDefault();
    (pick ? neighbour(pick, DIRECTIONS[event.key]) : firstPick())?.focus();
  } else if (pick && event.repeat && ["Enter", " "].includes(event.key)) {
    // A key that is held down since the button before means no card.
    event.preventDefault();
  } else if (event.key === "Enter" && pick?.matches("input")) {
    event.preventDefault();
    inPage("#power-swap").click();
  }
}, true);

// --- two cards to swap ----------------------------------------------------------------------------------------
// A choice half made outlasts an update that draws the cards anew.

const chosen = new Map();

function sayChoice() {
  const words = inPage("#swap-words");
  if (!words) return;
  for (const [field, value] of chosen) {
    const radio = inPage(`.pick [name="${field}"][value="${value}"]`);
    if (radio) radio.checked = true;
  }
  const [own, theirs] = ["own", "theirs"].map((field) => inPage(`.pick [name="${field}"]:checked`)?.dataset.place);
  inPage("#power-swap").disabled = !(own && theirs);
  if (!own && !theirs) return;
  const sentence = own && theirs ? words.dataset.both : own ? words.dataset.own : words.dataset.theirs;
  const said = sentence.replace("ONE", () => own).replace("OTHER", () => theirs);
  words.textContent = said[0].toLocaleUpperCase(document.documentElement.lang) + said.slice(1);
}

board.addEventListener("change", (event) => {
  if (!event.target.matches(".pick input")) return;
  chosen.set(event.target.name, event.target.value);
  sayChoice();
});

// --- a card that turns back where it lies -----------------------------------------------------------------------

let lifted = "";

function turnBack() {
  const now = inPage(".lifted .card")?.id ?? "";
  const card = lifted && lifted !== now ? document.getElementById(lifted) : null;
  lifted = now;
  if (!card) return;
  card.classList.add("is-turning-back");
  card.addEventListener("animationend", () => card.classList.remove("is-turning-back"), { once: true });
}
