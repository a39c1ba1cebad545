// The page's line to the site: opens its socket, notices when that has died, opens another, asks for news where no
// socket can be had, and says how things stand until they are well again.
//
// Nothing here waits for an event that may never come: a socket that does not open is given up, and a clock looks four
// times a second whether there is a socket, a try under way or a time for the next one.

const OPEN_MILLISECONDS = 2500; // a handshake that takes longer is given up
const LONGEST_PAUSE_MILLISECONDS = 1000; // between two tries
const SILENCE_MILLISECONDS = 2500; // two pulses missed: something is wrong
const DEAD_MILLISECONDS = 5000; // the socket is replaced
const POLL_MILLISECONDS = 3000;
const POLL_PATIENCE_MILLISECONDS = 5000;
const SLOW_MILLISECONDS = 6000; // so long without a socket although the site answers: there will be none
const BANNER_MILLISECONDS = 1000; // a line that is back sooner is not worth a message
const TICK_MILLISECONDS = 250; // with the silence less than the three seconds in which a page says what is wrong
const PAUSE_MILLISECONDS = 1500; // of the page itself, between two ticks
const SIGNED_OUT = 4401;
const GONE = 4404;
const FULL = 4409; // no room for one more watcher: the table's page says so when it is loaded again
const TOO_MANY = 4429; // a page that says too much is listened to no more, and lives on asking

const FINAL = ["ended", "gone"]; // nothing more will come; the words say what to do
const WORKS = ["live", "polling"];

let api = null;
let socket = null;
let openingSince = 0;
let nextTry = 0;
let tries = 0;
let heardAt = Date.now();
let lostAt = 0;
let polledAt = 0;
let tickedAt = Date.now();
let everOpen = false;
let wasAway = false;
let isUnwanted = false; // the site takes no socket of this page

export const wire = () => document.getElementById("live");
export const seq = () => document.getElementById("beat")?.dataset.seq ?? "";
export const isMove = (path) => Boolean(wire()?.dataset.moves?.split(" ").includes(path));
export const isReachable = () => !wire() || WORKS.includes(wire().dataset.state);
export const isListening = () =>
  socket?.readyState === WebSocket.OPEN && Date.now() - heardAt < SILENCE_MILLISECONDS;

export function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(message);
}

// htmx gives its means to put parts in place to extensions alone.
htmx.defineExtension("live-parts", { init: (given) => { api = given; } });

// --- how things stand -----------------------------------------------------------------------------------------

function show(state) {
  const element = wire();
  if (!element || element.dataset.state === state || FINAL.includes(element.dataset.state)) return;
  // A page whose first tries alone have failed has nothing to come back from.
  const cameBack = state === "live" && (everOpen || wasAway);
  wasAway ||= ["back", "offline"].includes(state);
  if (WORKS.includes(element.dataset.state)) lostAt = Date.now();
  element.dataset.state = state;
  element.classList.toggle("conn--back", ["back", "offline", "polling"].includes(state));
  element.classList.toggle("conn--gone", FINAL.includes(state));
  element.classList.toggle("conn--returned", cameBack);
  element.querySelector(".presence").className =
    "presence" + (state === "live" ? "" : FINAL.includes(state) ? " presence--gone" : " presence--back");
  element.querySelector(".conn__text").textContent = cameBack ? element.dataset.returned : element.dataset[state];
  showBanner();
  if (WORKS.includes(state)) document.dispatchEvent(new CustomEvent("live:reachable"));
  if (state === "gone") document.dispatchEvent(new CustomEvent("live:gone"));
}

let banner = null;
let unsettled = () => false;

// `check` says whether a move of this page waits for its answer.
export function watchMoves(check) {
  unsettled = check;
}

// One message for as long as it is true. It stays among the messages, which go along into a dialog and are read aloud.
export function showBanner() {
  const element = wire();
  const state = element?.dataset.state;
  const waits = unsettled();
  const isOut = ["back", "offline"].includes(state);
  const isDue = waits || (isOut && (state === "offline" || Date.now() - lostAt >= BANNER_MILLISECONDS));
  if (!element || FINAL.includes(state) || !isDue) {
    banner?.remove();
    banner = null;
    return;
  }
  const { outage, outageOffline, outageWaiting, outageBusy } = element.dataset;
  const what = state === "offline" ? outageOffline : isOut ? outage : outageBusy;
  const words = waits && isOut ? [what, outageWaiting] : [what];
  if (!banner) banner = document.getElementById("banner-outage").content.firstElementChild.cloneNode(true);
  const text = words.join(" ");
  if (banner.firstElementChild.textContent !== text) banner.firstElementChild.textContent = text;
  if (!banner.isConnected) document.getElementById("toasts").prepend(banner);
}

// Up to which number the page of a table knows what was said there: it is told what it has missed.
function said() {
  const known = document.getElementById("said");
  return known ? `&said=${known.dataset.seq}` : "";
}

// --- the socket -----------------------------------------------------------------------------------------------

function open() {
  drop();
  const element = wire();
  if (!element || FINAL.includes(element.dataset.state) || isUnwanted || !navigator.onLine) return;
  const opening = new WebSocket(location.origin.replace(/^http/, "ws") + element.getAttribute("ws-connect") + said());
  socket = opening;
  openingSince = Date.now();
  opening.addEventListener("open", (event) => {
    if (opening !== socket) return opening.close();
    heardAt = Date.now();
    htmx.trigger(element, "htmx:wsOpen", { event });
    show("live");
    everOpen = true;
  });
  opening.addEventListener("message", (event) => {
    if (opening !== socket) return;
    tries = 0;
    heardAt = Date.now();
    show("live");
    take(event.data);
  });
  opening.addEventListener("close", (event) => {
    if (opening === socket) lose(opening, event);
  });
}

// Forgets the socket there is, whatever state it is in: what still comes from it counts no more.
function drop() {
  clearTimeout(nextTry);
  nextTry = 0;
  const former = socket;
  socket = null;
  if (former) former.close();
}

function lose(lost, event = { code: 0, target: lost }) {
  drop();
  const { code } = event;
  if (code === SIGNED_OUT) show("ended");
  else if (code === GONE) show("gone");
  else if (code === FULL) location.reload();
  else {
    isUnwanted = code === TOO_MANY;
    show(!navigator.onLine ? "offline" : everOpen && !isUnwanted ? "back" : "polling");
    tryLater();
  }
  if (wire()) htmx.trigger(wire(), "htmx:wsClose", { event });
}

function tryLater() {
  const pause = Math.min(LONGEST_PAUSE_MILLISECONDS, 250 * 2 ** tries) * (0.5 + Math.random() / 2);
  tries += 1;
  nextTry = setTimeout(open, pause);
}

// Puts the parts of a message in place, unless somebody else wants to.
export function take(message) {
  const element = wire();
  if (!element || !htmx.trigger(element, "htmx:wsBeforeMessage", { message })) return;
  const settling = api.makeSettleInfo(element);
  // The parts leave the fragment one by one.
  const parts = Array.from(api.makeFragment(message).children);
  for (const part of parts) api.oobSwap(part.getAttribute("hx-swap-oob") || "true", part, settling);
  api.settleImmediately(settling.tasks);
  htmx.trigger(element, "htmx:wsAfterMessage", { message });
}

// --- asking without a socket ----------------------------------------------------------------------------------

async function poll(element) {
  polledAt = Date.now();
  if (!element.dataset.poll) return;
  // What the page shows besides: one's own tables on the home page, the names at a table.
  const besides = document.querySelector("#own-beat, #names-beat")?.dataset.seq;
  const shown = encodeURIComponent([seq(), besides].filter(Boolean).join("."));
  const address = `${element.dataset.poll}?seq=${shown}${said()}`;
  let status = 0;
  try {
    const signal = AbortSignal.timeout?.(POLL_PATIENCE_MILLISECONDS);
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal });
    const html = await answer.text();
    status = answer.status;
    if (status === 200) htmx.swap(document.body, html, { swapStyle: "none" });
  } catch {
    // Not reached: the tries go on.
  }
  if (element.dataset.state === "live" || FINAL.includes(element.dataset.state)) return;
  const isAnswered = status === 200 || status === 204;
  const isSlow = !everOpen || isUnwanted || Date.now() - lostAt > SLOW_MILLISECONDS;
  // Asking on would say the same every few seconds.
  if (status === 401) show("ended");
  else if (status === 409) location.reload();
  else if (status === 403 || status === 404) show("gone");
  else if (isAnswered && isSlow) show("polling");
  else if (!isAnswered && navigator.onLine) show("back");
  if (isAnswered) document.dispatchEvent(new CustomEvent("live:reachable"));
}

// --- the clock ------------------------------------------------------------------------------------------------

function tick() {
  const element = wire();
  const now = Date.now();
  // After a pause of the page itself, as in a computer that slept, what has come meanwhile is still to be taken in.
  const pause = now - tickedAt;
  const wasPaused = pause > PAUSE_MILLISECONDS;
  if (wasPaused) openingSince += pause; // the site cannot be blamed for it
  tickedAt = now;
  if (!element || FINAL.includes(element.dataset.state) || wasPaused) return;
  if (!navigator.onLine) return goOffline();
  const silence = now - heardAt;
  if (socket?.readyState === WebSocket.OPEN && silence > SILENCE_MILLISECONDS) {
    show("back");
    if (silence > DEAD_MILLISECONDS) lose(socket);
  } else if (socket && socket.readyState !== WebSocket.OPEN && now - openingSince > OPEN_MILLISECONDS) {
    lose(socket);
  } else if (!socket && !nextTry) {
    open();
  }
  if (element.dataset.state !== "live" && now - polledAt > POLL_MILLISECONDS) poll(element);
  showBanner();
}

function goOffline() {
  drop();
  show("offline");
}

function comeBack() {
  if (!wire() || FINAL.includes(wire().dataset.state) || socket?.readyState === WebSocket.OPEN) return;
  tries = 0;
  if (wire().dataset.state === "offline") show("back");
  open();
}

function start() {
  window.addEventListener("offline", goOffline);
  window.addEventListener("online", comeBack);
  window.addEventListener("pageshow", (event) => event.persisted && comeBack());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && comeBack());
  setInterval(tick, TICK_MILLISECONDS);
  open();
}

// When all scripts of the page listen to what comes.
if (wire()) document.addEventListener("DOMContentLoaded", start);
