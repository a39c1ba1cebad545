// What happened on the board, so that an eye can follow it: units travel, chips turn over, points fill, and light comes
// up. Never longer than two seconds. Without motion the end is shown at once, with a ring around what changed.

import { pace } from "./site.js";

const TRAVEL_MILLISECONDS = 320;
const APART_MILLISECONDS = 60;
const STEPS = 16;
const LONGEST_MILLISECONDS = 2000;
const TURN_MILLISECONDS = 280;
const FILL_MILLISECONDS = 500;
const LIGHT_MILLISECONDS = 140;
const RING_MILLISECONDS = 2000;

const spot = (piece) => piece.transform.baseVal.consolidate().matrix;
const keyOf = (piece) => `${piece.getAttribute("transform")} ${piece.dataset.of ?? piece.textContent.trim()}`;

const shapeOf = (light) => light.getAttribute("href");

let before = null;

const READERS = {
  units: (part) => [...part.querySelectorAll(".tok")].map((piece) => {
    const { e: x, f: y } = spot(piece);
    return { key: keyOf(piece), of: piece.dataset.of, count: Number(piece.dataset.count), x, y };
  }),
  lights: (part) => new Set([...part.querySelectorAll(".lit")].map(shapeOf)),
  chips: (part) => new Set([...part.querySelectorAll(".chip")].map(keyOf)),
  land: (part) => part.querySelector(".track .on")?.width.baseVal.value ?? 0,
};
const kindOf = (part) => (part.id.startsWith("land") ? "land" : part.id);

document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
  const read = READERS[kindOf(target)];
  before = read && target.isConnected ? { id: target.id, seen: read(target) } : null;
});

document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (before?.id !== target.id) return;
  const { seen } = before;
  before = null;
  const part = document.getElementById(target.id);
  const show = { units: travel, chips: turn, land: fill, lights: rise }[kindOf(target)];
  show(part, seen);
});

function ring(piece) {
  piece.classList.add("is-changed");
  setTimeout(() => piece.classList.remove("is-changed"), RING_MILLISECONDS);
}

// The way a unit of the kind took that ends nearest to a place, as points; none unless the last turn moved some.
function wayTo({ x, y }, of) {
  const far = (way) => {
    const end = way.getPointAtLength(way.getTotalLength());
    return Math.hypot(end.x - x, end.y - y);
  };
  const ways = [...document.querySelectorAll("#routes .way")].filter((way) => way.dataset.of === of);
  const [way] = ways.sort((one, other) => far(one) - far(other));
  if (!way) return null;
  return Array.from({ length: STEPS + 1 }, (_, step) => way.getPointAtLength((way.getTotalLength() * step) / STEPS));
}

// Units have no names: a unit that left a place is found again where a way from there ends, or else at the nearest
// place where one of its kind is new.
function travel(part, seen) {
  const counts = new Map(seen.map((stack) => [stack.key, stack]));
  const left = [];
  const now = [...part.querySelectorAll(".tok")];
  const standing = new Map(now.map((piece) => [keyOf(piece), piece]));
  for (const stack of seen) {
    const gone = stack.count - Number(standing.get(stack.key)?.dataset.count ?? 0);
    for (let unit = 0; unit < gone; unit++) left.push(stack);
  }
  const arrived = now.filter((piece) => Number(piece.dataset.count) > (counts.get(keyOf(piece))?.count ?? 0));
  const fleetsFirst = (one, other) => other.dataset.of.endsWith("fleet") - one.dataset.of.endsWith("fleet");
  const journeys = [];
  for (const piece of arrived.sort(fleetsFirst)) {
    const { e: x, f: y } = spot(piece);
    const way = wayTo({ x, y }, piece.dataset.of);
    const start = way ? way[0] : { x, y };
    const far = (stack) => Math.hypot(stack.x - start.x, stack.y - start.y);
    const [origin] = left.filter((stack) => stack.of === piece.dataset.of).sort((one, other) => far(one) - far(other));
    if (origin) left.splice(left.indexOf(origin), 1);
    journeys.push({ piece, stops: origin && [origin, ...(way?.slice(1, -1) ?? []), { x, y }] });
  }
  const apart = Math.min(APART_MILLISECONDS, (LONGEST_MILLISECONDS - TRAVEL_MILLISECONDS) / (journeys.length || 1));
  journeys.forEach(({ piece, stops }, number) => {
    if (!pace()) return ring(piece);
    const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
    const frames = stops ? { transform: stops.map(at) } : { opacity: [0, 1] };
    const [duration, delay] = [TRAVEL_MILLISECONDS * pace(), number * apart * pace()];
    piece.animate(frames, { duration, delay, easing: "ease-in-out", fill: "backwards" });
  });
}

function turn(part, seen) {
  for (const piece of part.querySelectorAll(".chip")) {
    if (seen.has(keyOf(piece))) continue;
    if (!pace()) {
      ring(piece);
      continue;
    }
    const { e: x, f: y } = spot(piece);
    const at = `translate(${x}px, ${y}px)`;
    const frames = { transform: [`${at} scaleX(0)`, `${at} scaleX(1)`] };
    piece.animate(frames, { duration: TURN_MILLISECONDS * pace(), easing: "ease-out" });
  }
}

// Only what was dark: a choice among lit places must not make them flicker.
function rise(part, seen) {
  if (!pace()) return;
  const news = [...part.querySelectorAll(".lit")].filter((light) => !seen.has(shapeOf(light)));
  const veil = seen.size ? null : part.querySelector(".veil");
  for (const light of veil ? [veil, ...news] : news) light.animate({ opacity: [0, 1] }, LIGHT_MILLISECONDS * pace());
}

function fill(part, width) {
  const bar = part.querySelector(".track .on");
  if (!bar || bar.width.baseVal.value === width) return;
  if (!pace()) {
    ring(bar.ownerSVGElement);
    return;
  }
  const frames = { width: [`${width}px`, `${bar.width.baseVal.value}px`] };
  bar.animate(frames, { duration: FILL_MILLISECONDS * pace(), easing: "steps(5, jump-none)" });
}
