// The table of Cambio: clocks that run down, news that is told, focus that is kept.
// The page works without it. Words come from the templates, rules and faces from the server.

import { focusNewPower, showPower } from "./cambio-places.js";
import { sound } from "./cambio-travels.js";
import { say } from "./manners.js";
import { pace } from "./site.js";

const play = document.querySelector(".play");
const inPage = (selector) => document.querySelector(selector);

// --- sounds ---------------------------------------------------------------------------------------------------
// Of what a page has begun to show, once.

// A watcher has a player in front, and no words for a turn; a turn that a bot plays calls nobody.
const OWN_TURN = "[data-your-turn] .board:not(:has([data-bot-plays])) .me .is-turn";
// A card that a power lifts lies deeper.
const FIRST_LOOK = ".mine .hand > .is-peek";
const MOMENTS = {
  deal: FIRST_LOOK,
  turn: OWN_TURN,
  hurry: ".board:has(.me .is-turn > .avatar) .status .is-short", // the clock at one's own seat is in the line
  peek: ".lifted",
  call: ".at-final .final:not(.end-banner)",
};
const moments = () => Object.keys(MOMENTS).filter((name) => inPage(MOMENTS[name]));
let heard = moments();

function hearMoments() {
  const now = moments();
  for (const name of now) if (!heard.includes(name)) sound(name);
  heard = now;
}

// --- what happens to cards, and the end -----------------------------------------------------------------------
// Their looks and the show of the end are fetched with the first move somebody makes: long before they are needed, and
// not while the page is being opened.

const isOver = () => Boolean(inPage("#result-title"));
const wasOver = isOver();
let isFetched = false;

function fetchRest() {
  if (isFetched) return;
  isFetched = true;
  for (const href of play.dataset.laterStyles.split(" ")) {
    const look = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    if (!inPage(`link[href="${href}"]`)) document.head.append(look);
  }
  import(play.dataset.endScript).then(
    ({ tell }) => isOver() && !wasOver && tell(), // the end came first
    () => { isFetched = false; }, // offline: with the next one
  );
}

// --- the deal -------------------------------------------------------------------------------------------------
// Flies for those who see the game begin, and want motion by then.

function fetchDeal() {
  if (pace() && inPage(`.waiting, .deal, ${FIRST_LOOK}`)) import(play.dataset.dealScript).catch(() => {}); // offline
}
if (!inPage(".waiting")) fetchDeal();
for (const news of ["tabletop:soon", "tabletop:motion"]) document.addEventListener(news, fetchDeal);

// --- focus ----------------------------------------------------------------------------------------------------
// When a pressed card or button is gone, a keyboard player goes on where the next choice will appear.

function keepFocus() {
  if (!hadFocus) return;
  const focused = document.activeElement;
  const isKept = focused !== document.body && focused.checkVisibility();
  if (isKept && !["main", "mine", "power", "waiting"].includes(focused.id)) return;
  const home = inPage("#result-title") ?? inPage("#actions");
  home.tabIndex = -1;
  home.focus({ preventScroll: true });
}

let hadFocus = false;
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target } = event.detail;
  const focused = document.activeElement;
  if (focused !== document.body && target.contains(focused)) hadFocus = true;
});

// --- time -----------------------------------------------------------------------------------------------------
// The server's clock counts: live.js knows by how much this computer's is off.

const SHORT_SECONDS = 10;
const ahead = Number(play.dataset.ahead);
const millisecondsLeft = (element) => Number(element.dataset.until) * 1000 - (Date.now() + ahead);

function tick() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const whole = Number(element.dataset.of ?? 0);
    const left = Math.min(Math.max(0, Math.ceil(millisecondsLeft(element) / 1000)), whole || Infinity);
    const text = element.matches(".ring__num")
      ? String(left)
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("is-short", whole > SHORT_SECONDS && left <= SHORT_SECONDS);
  }
  hearMoments();
}
setInterval(tick, 250);

function setRings() {
  for (const number of document.querySelectorAll("[data-of]")) {
    const [run] = number.parentElement.querySelector(".ring__run").getAnimations();
    if (run) run.currentTime = Math.max(0, Number(number.dataset.of) * 1000 - millisecondsLeft(number));
  }
}

const AS_CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const clock = new Intl.DateTimeFormat(document.documentElement.lang, AS_CLOCK);

function writeTimes() {
  for (const time of document.querySelectorAll("time[data-at]:empty")) {
    const at = new Date(Number(time.dataset.at) * 1000);
    time.dateTime = at.toISOString();
    time.textContent = clock.format(at);
  }
}

// A table in a tab behind another one calls its player by the tab's name.
const title = document.title;
const nameTab = () => {
  document.title = inPage(OWN_TURN) ? `${play.dataset.yourTurn} · ${title}` : title;
};

// What the others did is said aloud: it stands in the log, which may be closed, with the newest line first.
const logLines = () => [...document.querySelectorAll("#log li")];
const heardLines = new Set(logLines().map((line) => line.id));
// The lines glide to where new ones above them push them: copies, since one that has just come to rest would jump.
const makeRoom = (height) => {
  if (!height || !pace()) return;
  const glide = { duration: 320 * pace(), easing: "ease-out" };
  for (const line of logLines()) {
    const copy = line.cloneNode(true);
    line.replaceWith(copy);
    copy.animate({ transform: [`translateY(-${height}px)`, "none"] }, glide);
  }
};
const tellNews = () => {
  const news = logLines().filter((line) => !heardLines.has(line.id)).reverse();
  for (const line of news) heardLines.add(line.id);
  makeRoom(news.reduce((height, line) => height + line.offsetHeight, 0));
  const ofOthers = news.filter((line) => !line.matches(".is-mine"));
  const words = ofOthers.map((line) => line.lastElementChild.textContent.trim());
  if (words.length) say(...words);
};

function refresh() {
  showPower();
  nameTab();
  tellNews();
  writeTimes();
  tick();
  setRings();
}

document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id === "status") fetchRest();
  refresh();
  // After the site's own script has tried to give the focus back.
  setTimeout(() => {
    keepFocus();
    hadFocus = false;
    focusNewPower();
  }, 1);
});
refresh();
focusNewPower();
if (inPage(".final, #power-title, [class*=touched-]")) fetchRest();
