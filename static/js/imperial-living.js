// The table of Imperial as time goes by: what happened since you were here, clocks that run, and a tab that calls its
// player. The page works without it; all words come from the template.

const TICK_MILLISECONDS = 1000;
const table = document.querySelector(".imp-table");

// --- the tab calls its player ---------------------------------------------------------------------------------
const title = document.title;
const icon = document.querySelector('link[rel="icon"]');
const quietIcon = icon.href;

let called = false;

function callPlayer() {
  const yours = document.querySelector(".badge--turn") !== null;
  if (yours === called) return;
  called = yours;
  if (yours) document.dispatchEvent(new CustomEvent("tabletop:sound", { detail: "turn" }));
  document.title = yours ? `${table.dataset.yourTurn} · ${title}` : title;
  icon.href = yours ? table.dataset.turnIcon : quietIcon;
}

// --- since you were here --------------------------------------------------------------------------------------
// The server knows when the page was opened before; this browser knows up to where it has been in view.
const history = document.getElementById("history");
const key = `seen ${location.pathname}`;
let seen = Number(history.dataset.seen ?? 0);
let away = false;

const lines = () => [...history.querySelectorAll("li[data-turn]")];
const turnOf = (line) => Number(line.dataset.turn);

function read() {
  try {
    return Number(localStorage.getItem(key));
  } catch {
    return 0;
  }
}

function remember() {
  const newest = lines()[0];
  if (!newest || document.visibilityState !== "visible") return;
  try {
    localStorage.setItem(key, turnOf(newest) + 1);
  } catch {
    // A browser that keeps nothing: then the server's memory has to do.
  }
}

// On a phone the history is behind a tab: a dot on it says that there is something new to read.
const tab = document.querySelector('.imp-tabs [href="#history"]');
let readUpTo = 0;

function callToHistory() {
  const newest = lines()[0];
  if (!newest) return;
  if (location.hash === tab.hash) readUpTo = turnOf(newest) + 1;
  tab.querySelector(".dot")?.remove();
  if (turnOf(newest) < readUpTo) return;
  const dot = document.createElement("span");
  dot.className = "dot";
  tab.append(dot);
}

function mark() {
  history.querySelector(".since")?.remove();
  if (!away) return;
  const old = lines().find((line) => turnOf(line) < seen);
  const here = document.createElement("li");
  here.className = "since";
  here.textContent = history.dataset.since;
  if (old) old.before(here);
  else lines().at(-1).after(here);
}

function comeBack() {
  if (document.visibilityState !== "visible") return;
  seen = Math.max(seen, read());
  const newest = lines()[0];
  away = seen > 0 && newest !== undefined && turnOf(newest) >= seen;
  mark();
  remember();
}

// --- clocks ---------------------------------------------------------------------------------------------------
// The server's clock counts: live.js knows by how much this computer's is off.
const ahead = Number(table.dataset.ahead);
const words = document.getElementById("people").dataset;
const two = (number) => String(number).padStart(2, "0");

function timeLeft(seconds) {
  const [days, hours, minutes] = [seconds / 86400, seconds / 3600, seconds / 60].map(Math.floor);
  if (days) return words.days.replace("%1", days).replace("%2", two(hours % 24));
  if (hours) return words.hours.replace("%1", hours).replace("%2", two(minutes % 60));
  return words.minutes.replace("%1", minutes).replace("%2", two(seconds % 60));
}

function tick() {
  for (const clock of document.querySelectorAll("#players [data-until]")) {
    const left = Math.floor(Number(clock.dataset.until) - (Date.now() + ahead) / 1000);
    clock.textContent = timeLeft(Math.max(0, left));
    clock.classList.toggle("is-late", left < 0);
  }
}

// --- the map in words -----------------------------------------------------------------------------------------
const DRAWN = ["units", "chips", "works"];

function readAgain({ detail }) {
  const places = document.getElementById("places");
  if (places.open && DRAWN.includes(detail.target.id)) htmx.trigger(places.querySelector("summary"), "refresh");
}

// --- news -----------------------------------------------------------------------------------------------------
document.addEventListener("htmx:oobAfterSwap", () => {
  callPlayer();
  mark();
  callToHistory();
  remember();
  tick();
});
document.addEventListener("htmx:oobAfterSwap", readAgain);
document.addEventListener("visibilitychange", comeBack);
addEventListener("hashchange", callToHistory);
setInterval(tick, TICK_MILLISECONDS);
callPlayer();
comeBack();
const newest = lines()[0];
readUpTo = away || !newest ? seen : turnOf(newest) + 1;
callToHistory();
tick();
