// The end of a game of Cambio, on the felt: hands turn over one after the other, points are counted, a wrong call is
// doubled, the winner is crowned. The page is the result already when this begins: it covers it, and uncovers it step
// by step. Without motion, and on a page of a finished game, the result is there at once.

import { sound } from "./cambio-travels.js";
import { keepTabWithin } from "./cambio-within.js";
import { isElsewhere, say as sayAloud } from "./manners.js";
import { pace } from "./site.js";

// At their full length, for two hands; a brisk show takes half of it, and holds no breath.
const PAUSES = {
  move: 800, leave: 200, rest: 500, breath: 600, seat: 260, card: 140, point: 220, stamp: 300, crown: 1100,
};
const LONGEST_MILLISECONDS = 6500; // more hands share what two of them take
const LATE_MILLISECONDS = 2000; // then a slow computer, which is so at any pace, skips the rest
const CARDS = 4;
const FLIP_MILLISECONDS = 320;
const GLIDE_MILLISECONDS = 420;
const GLIDES = ".player, .mid, .spot, .status, .verdict, .me, .mine, .todo, .seat, .hand, .card, .sum";
const DOUBLING_MILLISECONDS = 400;
const DOUBLING_STEPS = 8;

const board = document.querySelector(".board");
const inBoard = (selector) => board.querySelector(selector);
const allInBoard = (selector) => [...board.querySelectorAll(selector)];

let timers = [];
const faces = new Map(); // of a card that lies face down for the show: its drawings and what they show
let totals = new Map(); // of a hand's sum: what it says in the end

// A show that is skipped ends the waiting: what waits is never gone on with.
const pause = (milliseconds) => new Promise((done) => timers.push(setTimeout(done, milliseconds * pace())));

// Cards turn and points double at the speed of the style sheet; the pauses between share the rest of the time.
export function planned(hands, isDoubled) {
  const { move, leave, rest, breath, seat, card, point, stamp, crown } = PAUSES;
  const between = move + leave + rest + hands * (CARDS - 1) * card + (hands - 2) * seat + breath + seat + CARDS * point
    + (isDoubled ? seat + stamp : 0) + seat + crown;
  const shown = hands * FLIP_MILLISECONDS + (isDoubled ? DOUBLING_MILLISECONDS : 0);
  const rate = Math.min(1, (LONGEST_MILLISECONDS - shown) / between);
  return { rate, milliseconds: shown + between * rate };
}

let rate = 1;
const hold = (moment) => pause(PAUSES[moment] * rate);

// --- covering and uncovering ----------------------------------------------------------------------------------

function turnDown(card) {
  faces.set(card, [...card.querySelectorAll("use")].map((use) => [use, use.getAttribute("href")]));
  for (const [use, face] of faces.get(card)) {
    use.setAttribute("href", face.replace(/#.*/, face.includes("#i-") ? "#back-s" : "#back"));
  }
  card.classList.replace("is-up", "is-down");
}

function turnUp(card) {
  for (const [use, face] of faces.get(card) ?? []) use.setAttribute("href", face);
  faces.delete(card);
  card.classList.replace("is-down", "is-up");
}

const cardsOf = (hand) => [...hand.querySelectorAll(".card")];
const sumOf = (hand) => hand.parentElement.querySelector(".sum");
const numberOf = (hand) => sumOf(hand).querySelector("b");

function cover() {
  board.classList.add("is-uncounted", "is-suspense");
  board.dataset.early = "";
  for (const hand of allInBoard(".hand.is-open")) {
    cardsOf(hand).forEach(turnDown);
    totals.set(numberOf(hand), numberOf(hand).textContent);
  }
  const [banner, words] = inBoard("#end-show").content.cloneNode(true).children;
  inBoard(".at-final").append(banner);
  inBoard(".verdict").append(words);
  inBoard("#end-skip").hidden = false;
}

function uncover() {
  timers.forEach(clearTimeout);
  timers = [];
  [...faces.keys()].forEach(turnUp);
  for (const [number, total] of totals) {
    number.textContent = total;
    number.classList.remove("is-base");
  }
  totals = new Map();
  for (const name of ["is-opening", "is-flipping", "is-counted", "is-doubled"]) {
    for (const element of allInBoard(`.${name}`)) element.classList.remove(name);
  }
  board.classList.remove("is-uncounted", "is-suspense");
  delete board.dataset.early;
  delete board.dataset.end;
  inBoard(".end-banner")?.remove();
  inBoard(".end-words")?.remove();
  inBoard("#end-skip")?.setAttribute("hidden", "");
}

// --- a layout that changes ------------------------------------------------------------------------------------

const places = () => new Map(allInBoard(GLIDES).map((element) => [element, element.getBoundingClientRect()]));

// After the layout has changed everything glides from where it was: a layout that jumps is hard to follow. An element
// inside another one glides only as far as it moves within that one.
function glideFrom(before) {
  if (!pace()) return;
  const ways = new Map();
  for (const [element, now] of places()) {
    const was = before.get(element);
    if (!was?.width || !now.width) continue;
    ways.set(element, { x: was.x - now.x, y: was.y - now.y, scale: was.width / now.width });
  }
  for (const [element, way] of ways) {
    const around = ways.get(element.parentElement.closest(GLIDES)) ?? { x: 0, y: 0 };
    const [x, y] = [way.x - around.x, way.y - around.y];
    const scale = element.matches(".card") ? way.scale : 1;
    if (!x && !y && scale === 1) continue;
    const from = { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0" };
    const to = { transform: "none", transformOrigin: "0 0" };
    element.animate([from, to], { duration: GLIDE_MILLISECONDS * pace(), easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" });
  }
}

// --- the moments ----------------------------------------------------------------------------------------------

function say(stage, seat) {
  board.dataset.end = stage;
  for (const words of allInBoard(".end-stack > *")) {
    const isNow = words.dataset.while?.split(" ").includes(stage) || (stage === "turn" && words.dataset.seat === seat);
    words.classList.toggle("is-now", isNow);
  }
}

async function flip(card) {
  card.classList.add("is-flipping");
  await pause(FLIP_MILLISECONDS / 2);
  turnUp(card);
  await pause(FLIP_MILLISECONDS / 2);
  card.classList.remove("is-flipping");
}

async function turnOver(hand, chip) {
  const place = hand.closest(".player, .mine");
  say("turn", hand.dataset.seat);
  place.classList.add("is-opening");
  chip.classList.add("is-now");
  sound("reveal");
  const cards = cardsOf(hand);
  for (const card of cards.slice(0, -1)) {
    flip(card);
    await hold("card");
  }
  await flip(cards.at(-1));
  place.classList.remove("is-opening");
  chip.classList.replace("is-now", "is-shown");
}

async function count(hands) {
  say("count");
  for (const hand of hands) {
    numberOf(hand).textContent = "0";
    numberOf(hand).classList.add("is-base");
  }
  board.classList.remove("is-uncounted");
  for (const nth of cardsOf(hands[0]).keys()) {
    for (const hand of hands) {
      const card = cardsOf(hand)[nth];
      card.classList.add("is-counted");
      const points = Number(card.querySelector(".card__pts").textContent);
      numberOf(hand).textContent = Number(numberOf(hand).textContent) + points;
    }
    await hold("point");
  }
}

async function double(hand) {
  await hold("seat");
  say("double");
  sound("discard");
  await hold("stamp");
  const [number, base] = [numberOf(hand), Number(sumOf(hand).dataset.base)];
  sumOf(hand).classList.add("is-doubled");
  for (let step = 1; step <= DOUBLING_STEPS; step += 1) {
    number.textContent = Math.round(base + (base * step) / DOUBLING_STEPS);
    await pause(DOUBLING_MILLISECONDS / DOUBLING_STEPS);
  }
}

async function play() {
  const chips = allInBoard(".end-banner li");
  const hands = chips.map((chip) => inBoard(`.hand.is-open[data-seat="${chip.dataset.seat}"]`));
  const doubled = hands.find((hand) => hand.querySelector(".stamp"));
  const plan = planned(hands.length, Boolean(doubled));
  rate = plan.rate;
  timers.push(setTimeout(finish, plan.milliseconds * pace() + LATE_MILLISECONDS));
  say("move");
  await hold("move");
  say("leave");
  await hold("leave");
  const before = places();
  delete board.dataset.early;
  say("turn", hands[0].dataset.seat);
  glideFrom(before);
  // A keyboard player whose control has left with the piles goes on here.
  if (isFree()) inBoard("#end-skip").focus({ preventScroll: true });
  await hold("rest");
  for (const [nth, hand] of hands.entries()) {
    if (nth) await hold(nth === hands.length - 1 && pace() === 1 ? "breath" : "seat");
    await turnOver(hand, chips[nth]);
  }
  await hold("seat");
  await count(hands);
  if (doubled) await double(doubled);
  await hold("seat");
  say("crown");
  board.classList.remove("is-suspense");
  sound("win");
  await hold("crown");
  finish();
}

// --- the result is told once ----------------------------------------------------------------------------------
// By the focus, which goes to its line; to somebody who is busy elsewhere on the page by the page's announcer.

const isFree = () => board.contains(document.activeElement) || document.activeElement.contains(board);

export function tell() {
  const title = inBoard("#result-title");
  if (isFree()) title.focus({ preventScroll: true });
  else sayAloud(title.textContent.trim());
}

// At its time, or as soon as somebody does not want to wait for it.
function finish() {
  if (!("end" in board.dataset)) return;
  if (board.classList.contains("is-suspense")) sound("win");
  const before = places();
  uncover();
  glideFrom(before);
  tell();
}

// --- when it begins and ends ----------------------------------------------------------------------------------

function begin() {
  if (!pace() || document.hidden) {
    sound("win");
    tell();
    return;
  }
  cover();
  play();
}

const isOver = () => Boolean(inBoard("#result-title"));
let wasOver = isOver();

document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  // Cards that are drawn anew meanwhile are face up.
  if (wasOver && !detail.target.isConnected && detail.target.querySelector(".is-open")) finish();
  if (wasOver || !isOver()) return;
  wasOver = true;
  // When all parts are in, and before anything is painted.
  queueMicrotask(begin);
});

// The banner of the final round moves everything else.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id !== "final" || inBoard(".final") || !pace()) return;
  const before = places();
  queueMicrotask(() => inBoard(".final") && glideFrom(before));
});

const OF_THE_BROWSER = /^(Tab|Shift|F\d+)$/; // they lead about the page, or load it anew

// A press by a key outside the table is meant for the control it presses.
document.addEventListener("click", ({ detail, target }) => (detail || board.contains(target)) && finish());
document.addEventListener("visibilitychange", () => document.hidden && finish());
document.addEventListener("keydown", (event) => {
  if (!("end" in board.dataset) || event.defaultPrevented || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A key that is pressed in the chat, in the menu, or elsewhere on the page is meant for these.
  if (!isFree() || isElsewhere()) return;
  if (OF_THE_BROWSER.test(event.key) || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  finish();
});

// Fetched as late as this script: before somebody has moved there is no power.
document.addEventListener("keydown", keepTabWithin);
