// The waiting room: who sits down is seen and heard coming, and what the game needs is fetched before it begins.

// --- who comes: of the chairs that a message brings, those that were free before -------------------------------

let free = new Set();

const freeChairs = () => new Set([...document.querySelectorAll(".chair.is-free")].map(({ id }) => id));

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id === "waiting") free = freeChairs();
});

document.addEventListener("htmx:oobAfterSwap", () => {
  if (!free.size) return;
  const taken = [...document.querySelectorAll(".chair:not(.is-free)")];
  for (const chair of taken) chair.classList.toggle("is-new", free.has(chair.id));
  const isSeated = taken.some(({ id }) => free.has(id));
  free = new Set();
  if (isSeated) document.dispatchEvent(new CustomEvent("tabletop:sound", { detail: "place" }));
});

// --- the bot that is offered after some waiting: news and the host's own choices do not begin the wait anew ---------

const waitOfOffer = () => document.querySelector(".room__offer")?.getAnimations()[0];
let waited = null;

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id === "waiting") waited = waitOfOffer()?.currentTime ?? null;
});

document.addEventListener("htmx:oobAfterSwap", () => {
  const wait = waitOfOffer();
  if (wait && waited !== null) wait.currentTime = waited;
  waited = null;
});

// --- the name of the table: what the host is typing stays, unless news bring another name -------------------------

const nameField = () => document.getElementById("set-name");
let typed = null;

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id === "waiting") typed = nameField();
});

document.addEventListener("htmx:oobAfterSwap", () => {
  const field = nameField();
  if (typed && field && field !== typed && field.defaultValue === typed.defaultValue) {
    field.value = typed.value;
    field.setSelectionRange(typed.selectionStart, typed.selectionEnd);
  }
  typed = null;
});

// --- the game: a moment after the room is opened, or with the first news --------------------------------------

const SOON_MILLISECONDS = 3000;

function fetchGame() {
  const soon = document.getElementById("soon");
  if (!soon) return;
  document.head.append(soon.content);
  soon.remove();
  document.dispatchEvent(new CustomEvent("tabletop:soon"));
}

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.matches(".part")) fetchGame();
});
if (document.querySelector(".room .count")) fetchGame();
addEventListener("load", () => setTimeout(fetchGame, SOON_MILLISECONDS));

// --- a person who was removed, or whose table is gone, is told at the door ---------------------------------------

let toTheDoor;

document.addEventListener("live:gone", () => { toTheDoor = setTimeout(() => location.reload(), 2000); });
addEventListener("beforeunload", () => clearTimeout(toTheDoor));
