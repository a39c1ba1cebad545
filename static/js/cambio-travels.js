// Cards that travel on the table of Cambio, and updates that wait for them.
//
// A move is "from:to", in names of places. For one update the card carries the name of the place it leaves, before
// the parts are swapped and after, so the browser lets it glide. Nothing names a card by its face.

import { pace } from "./site.js";

const CHANGED_MILLISECONDS = 1000;
const inPage = (selector) => document.querySelector(selector);
const cardAt = (place) => document.getElementById(`card-${place}`);

// Told by name; sounds.js plays them for people who have asked for it.
export const sound = (name) => document.dispatchEvent(new CustomEvent("tabletop:sound", { detail: name }));

const soundOf = (all) =>
  isExchange(all) ? "swap" : all[0][1] === "held" ? "draw" : all.length > 1 ? "place" : "discard";

// htmx would let a new card wear the classes of the one before it for a moment: a back with the ink of a face.
htmx.config.attributesToSettle = [];

const shownSeq = () => Number(inPage("#beat").dataset.seq);

function newsIn(text) {
  const content = document.createElement("template");
  content.innerHTML = text;
  const seq = Number(content.content.querySelector("#beat")?.dataset.seq ?? -1);
  const motion = content.content.querySelector("[data-moves]");
  const announced = Number(motion?.dataset.seq) === seq ? motion.dataset.moves : "";
  return { isNew: seq > shownSeq(), announced };
}

const pairs = (moves) => moves.split(" ").map((move) => move.split(":"));

let named = [];

const isExchange = ([[from, to], other]) => other?.[0] === to && other[1] === from;

function nameCards(moves, end) {
  forgetNames();
  const all = pairs(moves);
  for (const pair of all) {
    const card = cardAt(pair[end]);
    const names = isExchange(all) ? [`vt-${pair[0]}`, "vt-exchange"] : [`vt-${pair[0]}`];
    card?.classList.add(...names);
    named.push([card, names]);
  }
}

function forgetNames() {
  for (const [card, names] of named) card?.classList.remove(...names);
  named = [];
}

// The socket names the parts alone; htmx itself swaps only what says so.
function asSwaps(text) {
  const content = document.createElement("template");
  content.innerHTML = text;
  for (const part of content.content.children) {
    if (!part.hasAttribute("hx-swap-oob")) part.setAttribute("hx-swap-oob", "true");
  }
  return content.innerHTML;
}

const swapIn = (text) => htmx.swap(document.body, text, { swapStyle: "none" });

function markChanged(moves) {
  for (const [, to] of pairs(moves)) {
    const card = cardAt(to);
    card?.classList.add("is-changed");
    setTimeout(() => card?.classList.remove("is-changed"), CHANGED_MILLISECONDS);
  }
}

let running = null;

async function show(text, announced) {
  const { isNew } = newsIn(text);
  const moves = isNew ? announced : "";
  if (moves) sound(soundOf(pairs(moves)));
  // A page that is behind jumps to the end: motion never holds up the game.
  if (isNew) running?.skipTransition();
  if (!moves || !pace() || !document.startViewTransition || document.hidden) {
    swapIn(text);
    if (moves) markChanged(moves);
    return;
  }
  nameCards(moves, 0);
  const transition = document.startViewTransition(() => {
    swapIn(text);
    nameCards(moves, 1);
  });
  running = transition;
  transition.ready.catch(() => {});
  const tidy = () => {
    if (isExchange(pairs(moves))) markChanged(moves);
    if (running !== transition) return;
    running = null;
    forgetNames();
  };
  transition.finished.then(tidy, tidy);
  await transition.updateCallbackDone;
}

// Updates are shown in the order they came, also while one of them waits for its frame.
let waiting = 0;
let queue = Promise.resolve();

function enqueue(text, moves, done) {
  waiting += 1;
  queue = queue.then(() => show(text, moves)).catch(console.error).then(() => {
    waiting -= 1;
    done?.();
  });
}

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const { isNew, announced } = newsIn(event.detail.message);
  if (!waiting && !(isNew && announced)) return;
  event.preventDefault();
  enqueue(asSwaps(event.detail.message), announced, () => htmx.trigger(event.target, "htmx:wsAfterMessage"));
});

// The answer to one's own move comes without the story; the button that was pressed tells it.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (requestConfig.verb !== "post" || !event.detail.shouldSwap) return;
  const moves = xhr.status === 200 ? ownMoves(requestConfig.formData ?? requestConfig.parameters) : "";
  if (!waiting && !moves) return;
  event.detail.shouldSwap = false;
  enqueue(xhr.responseText, moves);
});

function ownMoves(data) {
  const [verb, place] = String(data.get?.("do") ?? data.do ?? "").split(":");
  const seat = inPage(".mine .card")?.id.split("-")[1];
  if (verb === "draw") return `${place}:held`;
  if (verb === "discard") return "held:discard";
  if (verb === "swap") return `held:${seat}-${place} ${seat}-${place}:discard`;
  if (verb !== "swap_two") return "";
  const own = `${seat}-${data.get?.("own") ?? data.own}`;
  const theirs = String(data.get?.("theirs") ?? data.theirs).replace(":", "-");
  return `${own}:${theirs} ${theirs}:${own}`;
}

// The doorbell may show the next choice before the last answer is in: what is pressed then waits for it. The same
// button pressed twice is meant once.
document.addEventListener("submit", (event) => {
  if (!event.submitter?.hasAttribute("aria-busy")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
