// The home page of somebody who comes back: clocks that run, and a table that travels when its turn comes or goes.
// The page works without it.

import { pace } from "./site.js";

const TICK_MILLISECONDS = 250;
const TRAVEL_MILLISECONDS = 320;
const LEAST_PIXELS = 2;

const page = document.querySelector(".back");
const ease = getComputedStyle(page).getPropertyValue("--ease") || "ease";

// --- time -----------------------------------------------------------------------------------------------------
// The server's clock counts: live.js knows by how much this computer's is off.
const ahead = Number(page.dataset.ahead);
const millisecondsLeft = (element) => Number(element.dataset.until) * 1000 - (Date.now() + ahead);

function tick() {
  for (const element of page.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil(millisecondsLeft(element) / 1000));
    const text = element.dataset.of
      ? String(Math.min(left, Number(element.dataset.of)))
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (element.textContent !== text) element.textContent = text;
  }
}

function setRings() {
  for (const number of page.querySelectorAll(".ring__num[data-of]")) {
    const [run] = number.parentElement.querySelector(".ring__run").getAnimations();
    if (run) run.currentTime = Math.max(0, Number(number.dataset.of) * 1000 - millisecondsLeft(number));
  }
}

// --- news -----------------------------------------------------------------------------------------------------
// Several parts change in one breath: a table leaves one and arrives in another.
const tables = () => [...page.querySelectorAll("[data-table]")];
let before = null;

document.addEventListener("htmx:oobBeforeSwap", () => {
  if (before) return;
  const places = new Map(tables().map((table) => [table.dataset.table, table.getBoundingClientRect()]));
  before = { places, focused: document.activeElement.id };
  queueMicrotask(arrive);
});

function arrive() {
  const { places, focused } = before;
  before = null;
  tick();
  setRings();
  // The link to a table keeps the focus wherever the table goes.
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  if (pace()) for (const table of tables()) travel(table, places.get(table.dataset.table));
}

function travel(table, from) {
  if (!from) return;
  const to = table.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.hypot(x, y) < LEAST_PIXELS) return;
  table.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration: TRAVEL_MILLISECONDS * pace(), easing: ease,
  });
}

tick();
setRings();
setInterval(tick, TICK_MILLISECONDS);
