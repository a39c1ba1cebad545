// What every table shares: T opens its talk, and news is said aloud. Time: what may be done from a moment on
// (data-from), and what is left until one (data-left). The server's clock counts: live.js knows by how much this
// computer's is off.

const clock = document.querySelector("[data-now]");
const now = () => (Date.now() + Number(clock?.dataset.ahead ?? 0)) / 1000;
const told = new Set([...document.querySelectorAll("[data-nudged]")].map(({ dataset }) => dataset.nudged));

function asText(seconds, hours) {
  if (hours && seconds >= 7200) return hours.replace("%1", Math.floor(seconds / 3600));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  for (const control of document.querySelectorAll("[data-from]")) control.hidden = Number(control.dataset.from) > now();
  for (const element of document.querySelectorAll("[data-left]")) {
    const left = Math.ceil(Number(element.dataset.left) - now());
    const text = left > 0 ? asText(left, element.dataset.hours) : element.dataset.over;
    if (element.textContent !== text) element.textContent = text;
  }
  const nudged = document.querySelector("[data-nudged]")?.dataset.nudged;
  if (nudged && !told.has(nudged)) {
    told.add(nudged);
    document.dispatchEvent(new CustomEvent("tabletop:sound", { detail: "turn" }));
  }
}

// --- nudging: after some time without any change, unless it is the own turn -------------------------------------

const OWN_TURN = ".me .is-turn, .badge--turn";
const beat = () => document.getElementById("beat")?.dataset.seq;
let quiet = { seq: beat(), since: Date.now() };

function offerNudge() {
  const nudge = document.getElementById("nudge");
  if (!nudge) return;
  if (beat() !== quiet.seq) quiet = { seq: beat(), since: Date.now() };
  const waited = (Date.now() - quiet.since) / 1000;
  const hides = waited < Number(nudge.dataset.after) || !beat() || document.querySelector(OWN_TURN) !== null;
  // A keyboard player goes on where the button was.
  if (hides && document.activeElement === nudge) {
    const home = nudge.closest(".part");
    home.tabIndex = -1;
    home.focus({ preventScroll: true });
  }
  nudge.hidden = hides;
}

setInterval(offerNudge, 1000);
tick();
setInterval(tick, 500);
document.addEventListener("htmx:load", tick);

// --- said aloud -------------------------------------------------------------------------------------------------
// Parts that are replaced whole are silent for screen readers: what is new in the words they mark is said by the page's
// announcer, when all parts are in. A nudge is new each time.

const announcer = document.getElementById("announcer");
const marked = () => new Map([...document.querySelectorAll("[data-announce]")].map(({ dataset, innerText }) => {
  const words = innerText.trim();
  return [`${dataset.nudged} ${words}`, words];
}));
let said = null;
const news = [];
let timer = 0;

export function say(...words) {
  news.push(...words);
  clearTimeout(timer);
  timer = setTimeout(speak);
}

const joined = (text, words) => `${text}${/[.!?]$/.test(text) ? "" : "."} ${words}`;

function speak() {
  const now = marked();
  for (const [key, words] of now) if (!said.has(key)) news.push(words);
  said = now;
  if (!news.length) return;
  // The same words are heard again where there were none before.
  announcer.textContent = "";
  timer = setTimeout(() => { announcer.textContent = news.splice(0).reduce(joined); }, 50);
}

// What the page said when it opened is read before the first news: at the start its words have no lines yet.
document.addEventListener("htmx:oobBeforeSwap", () => { said ??= marked(); }, true);
document.addEventListener("htmx:oobAfterSwap", () => say());

// --- talking ----------------------------------------------------------------------------------------------------

export const isElsewhere = () => Boolean(document.querySelector("dialog[open], :popover-open, details.menu[open]"));

document.addEventListener("keydown", (event) => {
  if (event.key !== "t" || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
  const button = document.getElementById("talk-button");
  if (!button || event.target.matches("input, select, textarea") || isElsewhere()) return;
  event.preventDefault();
  button.click();
});
