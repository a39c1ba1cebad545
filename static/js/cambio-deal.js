// The deal of a game of Cambio: cards fly from the deck to the hands, round by round. The hands lie there already when
// this begins; nothing moves but what is drawn of them. Without motion it is not fetched.

import { pace } from "./site.js";

const FLIGHT_MILLISECONDS = 420;
const ALL_BEGUN_MILLISECONDS = 680;
const LONGEST_PAUSE_MILLISECONDS = 70; // between two cards
const TURN_MILLISECONDS = 320;
const LATE_MILLISECONDS = 2500; // a page that is opened later after the deal has missed it

const inPage = (selector) => document.querySelector(selector);
const isDealt = () => Boolean(inPage(".mine .hand > .is-peek"));

function deal() {
  const deck = inPage("#card-deck").getBoundingClientRect();
  if (document.hidden || !deck.width || !pace()) return;
  const hands = [...document.querySelectorAll(".board .hand")].map((hand) => [...hand.children]);
  // As they are dealt: the first card to everybody, then the second.
  const cards = hands[0].flatMap((_card, nth) => hands.map((hand) => hand[nth]));
  const pause = Math.min(LONGEST_PAUSE_MILLISECONDS, ALL_BEGUN_MILLISECONDS / cards.length);
  for (const [nth, card] of cards.entries()) fly(card, deck, nth * pause * pace());
}

function fly(card, deck, delay) {
  const { x, y, width } = card.getBoundingClientRect();
  const transform = `translate(${deck.x - x}px, ${deck.y - y}px) scale(${deck.width / width})`;
  const from = { transform, transformOrigin: "0 0" };
  const to = { transform: "none", transformOrigin: "0 0" };
  const turnUp = card.matches(".is-up") && turnDown(card);
  const easing = "cubic-bezier(0.2, 0.8, 0.2, 1)";
  const options = { duration: FLIGHT_MILLISECONDS * pace(), delay, easing, fill: "backwards" };
  const flight = card.animate([from, to], options);
  if (turnUp) flight.finished.then(turnUp, turnUp);
}

// The cards that their owner may look at fly face down like all others, and turn over where they lie.
function turnDown(card) {
  const use = card.querySelector("use");
  const face = use.getAttribute("href");
  use.setAttribute("href", face.replace(/#.*/, "#back"));
  card.classList.replace("is-up", "is-down");
  return () => {
    const duration = TURN_MILLISECONDS * pace();
    card.animate({ transform: ["none", "perspective(420px) rotateY(90deg)", "none"] }, duration);
    setTimeout(() => {
      use.setAttribute("href", face);
      card.classList.replace("is-down", "is-up");
    }, duration / 2);
  };
}

// --- when it begins -------------------------------------------------------------------------------------------

let wasDealt = isDealt();

const clock = inPage(".status .ring__num");

if (wasDealt && clock) {
  const { until, of } = clock.dataset;
  const now = Date.now() + Number(inPage(".play").dataset.ahead);
  if (now - (until - of) * 1000 < LATE_MILLISECONDS) deal();
}

document.addEventListener("htmx:oobAfterSwap", () => {
  if (wasDealt || !isDealt()) return;
  wasDealt = true;
  // When all parts are in, and before anything is painted.
  queueMicrotask(deal);
});
