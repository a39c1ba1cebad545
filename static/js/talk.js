// The talk of a table: the drawer beside it, and what is said while it is shut. Loaded with the first word that is
// heard, or when the drawer is opened first; its contents are drawn anew each time.

import { focusWhenStyled } from "./styled.js";

const BUBBLE_MILLISECONDS = 4000;
const LEAVING_MILLISECONDS = 200;
const AGAIN_MILLISECONDS = 10_000;
const EDGE = 8;
const END = 24; // pixels above the end of the list that count as its end
const FIRST = [".talk__word", "#talk-text", "#talk-close"];
const SEATS = [".seat", ".plr", ".chair"];
const drawer = document.getElementById("talk");
const heard = document.getElementById("heard");
const button = document.getElementById("talk-button");
const list = () => document.getElementById("talk-list");
const field = () => document.getElementById("talk-text");

// --- the drawer -------------------------------------------------------------------------------------------------

const name = button.getAttribute("aria-label");
const unread = new Set(); // numbers of texts
let read = 0; // the number of the newest text that was shown
let draft = "";

function showUnread(words) {
  if (unread.size) button.dataset.unread = unread.size;
  else delete button.dataset.unread;
  button.setAttribute("aria-label", unread.size ? words.replace("%1", unread.size) : name);
}

function noteRead() {
  const shown = [...list().querySelectorAll("li")].map(({ dataset }) => Number(dataset.number));
  read = Math.max(read, Number(list().dataset.newest), ...shown);
  unread.clear();
  showUnread();
}

function open() {
  drawer.hidden = false;
  button.setAttribute("aria-expanded", "true");
  noteRead();
  readTimes();
  showLatest();
  if (draft && field()) field().value = draft;
  focusWhenStyled(drawer, FIRST.find((control) => drawer.querySelector(control)));
}

function close() {
  noteRead();
  drawer.hidden = true;
  button.setAttribute("aria-expanded", "false");
  button.focus();
}

drawer.addEventListener("click", ({ target }) => target.closest("#talk-close") && close());

// Pressed again it closes; htmx would fetch it anew.
document.addEventListener("click", (event) => {
  if (drawer.hidden || !button.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}, true);

// While it captures, before the table's own handlers: these take Escape for a card and a digit for a row.
window.addEventListener("keydown", (event) => {
  if (!drawer.contains(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
  const isWord = /^[1-6]$/.test(event.key) && !event.target.matches("input");
  if (event.key !== "Escape" && !isWord) return;
  event.stopPropagation();
  if (event.repeat) return;
  if (isWord) drawer.querySelector(`[aria-keyshortcuts="${event.key}"]`)?.click();
  else close();
}, true);

document.addEventListener("htmx:afterSwap", ({ target }) => target === drawer && list() && open());

// --- what is sent -----------------------------------------------------------------------------------------------

let changes = 0; // requests begun and ended: a list that was asked for before or during one is out of date

drawer.addEventListener("input", ({ target }) => { if (target === field()) draft = target.value; });
drawer.addEventListener("htmx:beforeRequest", () => { changes += 1; });
drawer.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  changes += 1;
  const sent = detail.requestConfig.formData;
  // What was typed meanwhile stays.
  if (detail.successful && target.matches(".talk__form") && field().value === sent.get("text")) {
    field().value = draft = "";
  }
  if (document.activeElement === document.body) focusInsteadOf(sent.get("do"));
});

// The button that was pressed is gone: what undoes it stands in its place, or what it was opened with.
function focusInsteadOf(pressed) {
  const mark = pressed.split(":")[1];
  (document.getElementById(`unreport-${mark}`) ?? document.getElementById(`report-${mark}`))?.focus();
}

// --- the list ---------------------------------------------------------------------------------------------------

// Times are the server's until the reader's own are known.
function readTimes() {
  for (const time of drawer.querySelectorAll("time:not([data-read])")) {
    time.dataset.read = "";
    const at = new Date(time.dateTime);
    time.textContent = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  }
}

function showLatest() {
  list().scrollTop = list().scrollHeight;
}

// Who has scrolled up to read stays there, unless they say something themselves.
function add(remarks) {
  const follows = list().scrollHeight - list().scrollTop - list().clientHeight < END;
  const lines = list().firstElementChild;
  for (const said of remarks) {
    const next = [...lines.children].find(({ dataset }) => Number(dataset.number) > Number(said.dataset.number));
    lines.insertBefore(said, next ?? null);
  }
  readTimes();
  if (follows || remarks.some((said) => said.matches(".is-mine"))) showLatest();
}

// A list lacks what came by the socket after it was read; what it lacks of before is hidden or from somebody muted.
// What is shown stays as it is: it was read aloud already.
function merge(drawn) {
  const shown = new Map([...list().querySelectorAll("li")].map((said) => [said.dataset.number, said]));
  add([...drawn.querySelectorAll("li")].filter((said) => !shown.delete(said.dataset.number)));
  for (const [number, said] of shown) if (Number(number) <= Number(drawn.dataset.newest)) said.remove();
}

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target !== list()) return;
  event.detail.shouldSwap = false;
  merge(event.detail.fragment.firstElementChild);
});

// Somebody who came after the drawer was opened can be muted and reported as soon as they are heard.
function offerToMute(person) {
  const people = document.getElementById("talk-people");
  if (!people || document.getElementById(person.id)) return;
  people.append(person);
  htmx.process(person);
}

// The list as it is now: a page without a socket hears nothing by itself, and one that comes back has missed something.
async function readAgain() {
  if (drawer.hidden) return;
  const before = changes;
  const answer = await fetch(button.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!drawn.getElementById("talk-list") || drawer.hidden || changes !== before) return;
  merge(drawn.getElementById("talk-list"));
  [...drawn.querySelectorAll(".talk__person")].forEach(offerToMute);
}

setInterval(() => document.querySelector("[data-state='polling']") && readAgain(), AGAIN_MILLISECONDS);
document.addEventListener("htmx:wsOpen", readAgain);

// --- what is said -----------------------------------------------------------------------------------------------

// Not in the table's own live region: a word must not take the place of whose turn it is.
function announce(who, what) {
  document.getElementById("talk-news").textContent = `${who.textContent.trim()}: ${what.textContent.trim()}`;
}

// The style comes with the first word; nothing can be put in its place before. One that cannot be had holds up nothing.
async function keepStyle() {
  const brought = heard.querySelector("link");
  const style = document.head.querySelector(`link[href="${brought.getAttribute("href")}"]`) ?? brought;
  if (style === brought) document.head.append(style);
  if (style.sheet) return;
  await new Promise((done) => {
    style.addEventListener("load", done, { once: true });
    style.addEventListener("error", () => done(style.remove()), { once: true });
  });
}

async function showHeard() {
  const kinds = ["[data-unread]", ".bubble", ".talk__person", "[data-missed]"];
  const [news, bubbles, people, missed] = kinds.map((kind) => [...heard.querySelectorAll(kind)]);
  if (!news.length && !bubbles.length && !missed.length) return;
  const styled = keepStyle();
  heard.replaceChildren();
  people.forEach(offerToMute);
  news.forEach(hear);
  missed.forEach(miss);
  await styled;
  bubbles.forEach(showBubble);
}

function hear(news) {
  const said = news.firstElementChild;
  if (!drawer.hidden) {
    if (!list().querySelector(`[data-number="${said.dataset.number}"]`)) add([said]);
  } else if (!said.matches(".is-mine")) {
    announce(said.querySelector("b"), said.querySelector("p"));
    unread.add(Number(said.dataset.number));
    showUnread(news.dataset.unread);
  }
}

// What was said while the page heard nothing; some of it may have come by the socket as well.
function miss({ dataset }) {
  if (!drawer.hidden) return readAgain();
  for (const number of dataset.missed.split(" ").map(Number)) if (number > read) unread.add(number);
  showUnread(dataset.words);
}

// --- bubbles ----------------------------------------------------------------------------------------------------

// For seats out of sight: one below the other under the header, with the names.
const aside = Object.assign(document.createElement("div"), { className: "bubbles" });
document.body.append(aside);

// The seat of this colour, of which there is one at a table, where it is in sight.
function seatOf(colour) {
  const seats = SEATS.map((seat) => `${seat}:has(.avatar--${colour})`);
  const places = [...document.querySelectorAll(seats)].map((seat) => seat.getBoundingClientRect());
  return places.find(({ x, y, width, height }) => {
    const seen = width && document.elementFromPoint(x + width / 2, y + height / 2);
    return seen && !drawer.contains(seen);
  });
}

// One for each person.
function showBubble(bubble) {
  const { colour } = bubble.dataset;
  document.querySelector(`:is(body, .bubbles) > .bubble[data-colour="${colour}"]`)?.remove();
  announce(bubble.querySelector("b"), bubble.querySelector("span"));
  const seat = seatOf(colour);
  (seat ? document.body : aside).append(bubble);
  if (seat) {
    const { offsetWidth: width, offsetHeight: height } = bubble;
    const left = Math.min(Math.max(seat.left + seat.width / 2 - width / 2, EDGE), innerWidth - width - EDGE);
    const top = seat.top > innerHeight / 2 ? seat.top - height - EDGE : seat.bottom + EDGE;
    bubble.style.left = `${left + scrollX}px`;
    bubble.style.top = `${top + scrollY}px`;
  }
  setTimeout(() => bubble.classList.add("is-leaving"), BUBBLE_MILLISECONDS - LEAVING_MILLISECONDS);
  setTimeout(() => bubble.remove(), BUBBLE_MILLISECONDS);
}

new MutationObserver(showHeard).observe(heard, { childList: true });
showHeard();
if (drawer.firstElementChild) open();
