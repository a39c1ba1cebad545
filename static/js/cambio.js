// The table of Cambio: dialogs that open and close with their part, clocks that run down, news that is told.
// The page works without it. Words come from the templates, rules and faces from the server.

import { sound } from "./cambio-travels.js";

const play = document.querySelector(".play");
const inPage = (selector) => document.querySelector(selector);

// --- sounds ---------------------------------------------------------------------------------------------------
// Of what a page has begun to show, once.

const MOMENTS = { turn: ".me .is-turn", peek: "#power .is-peek", call: ".at-final .final", win: ".score.is-winner" };
const moments = () => Object.keys(MOMENTS).filter((name) => inPage(MOMENTS[name]));
let heard = moments();

function hearMoments() {
  const now = moments();
  for (const name of now) if (!heard.includes(name)) sound(name);
  heard = now;
}

// --- the dialog of a power ------------------------------------------------------------------------------------
// It comes and goes with its part. Its owner must answer: neither Escape nor a click outside closes it.

function openPower() {
  const dialog = inPage("#power");
  if (!dialog || dialog.matches(":modal")) return;
  dialog.removeAttribute("open");
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && event.preventDefault());
  inPage("dialog[open]:not(#power)")?.close();
  inPage("#side:popover-open")?.hidePopover();
  dialog.showModal();
  // Everything outside a modal dialog is out of reach and silent, so the messages come along.
  dialog.append(inPage("#toasts"));
  sayChoice();
}

function sayChoice() {
  const words = inPage("#swap-words");
  if (!words) return;
  const [own, theirs] = ["own", "theirs"].map((name) => inPage(`#power [name="${name}"]:checked`)?.dataset.place);
  inPage("#power-swap").disabled = !(own && theirs);
  if (!own || !theirs) return;
  const sentence = words.dataset.words.replace("ONE", own).replace("OTHER", theirs);
  words.textContent = sentence[0].toLocaleUpperCase() + sentence.slice(1);
}

document.addEventListener("change", (event) => {
  if (!event.target.closest("#power")) return;
  if (event.target.name === "who") for (const radio of document.getElementsByName("theirs")) radio.checked = false;
  sayChoice();
});

// --- focus ----------------------------------------------------------------------------------------------------
// When a dialog or a pressed button is gone, a keyboard player goes on where the next choice will appear.

function keepFocus() {
  if (!hadFocus) return;
  const focused = document.activeElement;
  const isLost = focused === document.body || !focused.checkVisibility() || ["modal", "waiting"].includes(focused.id);
  if (!isLost) return;
  const home = inPage("#result-title") ?? inPage("#actions");
  home.tabIndex = -1;
  home.focus({ preventScroll: true });
}

let hadFocus = false;
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target } = event.detail;
  const focused = document.activeElement;
  if (focused === document.body) return;
  // The result takes the place of the whole table, also of parts that stay as they are.
  if (target.contains(focused) || (target.id === "result" && play.contains(focused))) hadFocus = true;
});

// --- time -----------------------------------------------------------------------------------------------------
// The server's clock counts: live.js knows by how much this computer's is off.

const ahead = Number(play.dataset.ahead);
const millisecondsLeft = (element) => Number(element.dataset.until) * 1000 - (Date.now() + ahead);

function tick() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil(millisecondsLeft(element) / 1000));
    const text = element.dataset.of
      ? String(Math.min(left, Number(element.dataset.of)))
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (element.textContent !== text) element.textContent = text;
  }
}
setInterval(tick, 250);

function setRings() {
  for (const number of document.querySelectorAll(".ring__num[data-of]")) {
    const [run] = number.parentElement.querySelector(".ring__run").getAnimations();
    if (run) run.currentTime = Math.max(0, Number(number.dataset.of) * 1000 - millisecondsLeft(number));
  }
}

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

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
  document.title = inPage(".me .is-turn") ? `${play.dataset.yourTurn} · ${title}` : title;
};

// Parts that are replaced whole are silent for screen readers: their one line is said by the page's announcer.
const say = (words) => {
  inPage("#announcer").textContent = words;
};
let announced = inPage("[data-announce]")?.textContent.trim();
const announce = () => {
  const words = inPage("[data-announce]")?.textContent.trim();
  if (words && words !== announced) say(words);
  announced = words;
};

// So is what the others did: it stands in the log, which may be closed, with the newest line first.
const logLines = () => [...document.querySelectorAll("#log li")];
const heardLines = new Set(logLines().map((line) => line.id));
const tellNews = () => {
  const news = logLines().filter((line) => !heardLines.has(line.id)).reverse();
  for (const line of news) heardLines.add(line.id);
  const words = news.filter((line) => !line.matches(".is-mine")).map((line) => line.lastElementChild.textContent.trim());
  if (words.length) say(words.join(" "));
};

function refresh() {
  openPower();
  nameTab();
  hearMoments();
  tellNews();
  announce();
  writeTimes();
  tick();
  setRings();
}

document.addEventListener("htmx:oobAfterSwap", () => {
  refresh();
  // After the site's own script has tried to give the focus back.
  setTimeout(() => {
    keepFocus();
    hadFocus = false;
  }, 1);
});
refresh();
