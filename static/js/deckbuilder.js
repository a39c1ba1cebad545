// The page of a deck: selecting and ordering are shown at once and settle to what the server answers.
// The page works without it. Words come from the templates, rules from the server.

const words = document.getElementById("deck").dataset;
const move = document.getElementById("move");
const settings = document.getElementById("settings");
const announcer = document.getElementById("announcer");
const byId = (id) => document.getElementById(id);
const hand = () => byId("hand");
const cardsIn = (place) => [...place.querySelectorAll(".dk-card")];
const orderIn = (place) => place.dataset.order.split(" ").filter(Boolean);
const slots = () => [...document.querySelectorAll(".dk-rail li")];
const isPlanning = () => hand().dataset.phase === "planning" && !hand().classList.contains("is-locked");
const fill = (sentence, values) => sentence.replace(/%\((\w+)\)s/g, (gap, name) => values[name] ?? gap);

const headline = () => `${document.querySelector(".dk-say h2").textContent}. ${byId("progress").textContent}`;
let announced = headline();

function tell(progress) {
  byId("progress").textContent = progress;
  announcer.textContent = progress;
  announced = headline();
}

function setReady(button, isReady) {
  button.disabled = !isReady;
  button.classList.toggle("btn--primary", isReady);
}

function describe(card, { pressed, label, number = "" }) {
  card.setAttribute("aria-pressed", String(pressed));
  card.setAttribute("aria-label", fill(words[label], { name: card.dataset.name, number }));
}

// --- the discard: chosen here, sent with the button -----------------------------------------------------------

const isPicked = (card) => card.classList.contains("is-picked");

function toggle(card) {
  const cards = cardsIn(hand());
  const total = Number(hand().dataset.total);
  if (!isPicked(card) && cards.filter(isPicked).length >= total) return;
  card.classList.toggle("is-picked");
  const count = cards.filter(isPicked).length;
  const isFull = count === total;
  for (const each of cards) {
    const isOff = isFull && !isPicked(each);
    each.classList.toggle("is-legal", !isFull && !isPicked(each));
    each.classList.toggle("is-off", isOff);
    if (isOff) each.setAttribute("aria-disabled", "true");
    else each.removeAttribute("aria-disabled");
    describe(each, { pressed: isPicked(each), label: isPicked(each) ? "card_selected" : isOff ? "card_off" : "card" });
    each.nextElementSibling.disabled = !isPicked(each);
  }
  document.querySelectorAll(".dk-count i").forEach((pip, index) => pip.classList.toggle("on", index < count));
  setReady(byId("confirm"), isFull);
  tell(fill(isFull ? words.all_selected : words.selected, { count, total }));
}

// --- the order: shown at once, sent one change after the other ------------------------------------------------

function showOrder(order) {
  const cards = cardsIn(hand());
  const total = cards.length;
  const names = {};
  hand().dataset.order = order.join(" ");
  for (const card of cards) {
    const { id, name } = card.dataset;
    const number = order.indexOf(id) + 1;
    names[id] = name;
    card.querySelector(".dk-badge").textContent = number || "";
    card.classList.toggle("is-legal", !number);
    describe(card, { pressed: number > 0, label: number ? "card_ordered" : "card", number });
  }
  slots().forEach((slot, index) => {
    const id = order[index];
    const isNext = index === order.length;
    slot.className = id ? "is-set" : isNext ? "is-next" : "";
    if (id) slot.dataset.id = id;
    else delete slot.dataset.id;
    slot.querySelector(".dk-rail__n").textContent = id ? names[id] : isNext ? words.next_slot : words.open_slot;
  });
  setReady(byId("lock"), order.length === total);
  byId("clear").hidden = !order.length;
  tell(fill(order.length === total ? words.all_ordered : words.ordered, { count: order.length, total }));
}

function choose(card) {
  const { id } = card.dataset;
  const order = orderIn(hand());
  const isOrdered = order.includes(id);
  showOrder(isOrdered ? order.filter((each) => each !== id) : [...order, id]);
  send(`${isOrdered ? "deselect" : "select"}:${id}`);
}

function putAt(id, index) {
  const before = orderIn(hand());
  const order = before.filter((each) => each !== id);
  order.splice(Math.min(index, order.length), 0, id);
  if (order.join() === before.join()) return;
  showOrder(order);
  send(`order:${order.join(" ")}`);
}

// The browser tells htmx which button was pressed. Each change gets one of its own, for they may wait in the queue.
const unanswered = new Set();

function send(change) {
  const button = Object.assign(document.createElement("button"), { name: "do", value: change, hidden: true });
  move.append(button);
  unanswered.add(button);
  move.requestSubmit(button);
  button.remove();
}

// --- what the server says -------------------------------------------------------------------------------------

let settled = byId("felt").outerHTML;
let droppedAt = -1;

const pressedFor = (detail) => detail.requestConfig?.triggeringEvent?.submitter;

// What has been asked since rests on something the server did not accept: it is not sent.
function dropTheRest() {
  unanswered.clear();
  droppedAt = performance.now();
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const asked = event.detail.requestConfig.triggeringEvent;
  if (asked && asked.timeStamp <= droppedAt) event.preventDefault();
  else if (pressedFor(event.detail)?.id === "reset") pressedFor(event.detail).disabled = true;
});

document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  unanswered.delete(pressedFor(detail));
  if (detail.xhr.status < 400) return;
  dropTheRest();
  if (!detail.xhr.responseText.includes('id="felt"')) takeBack();
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (pressedFor(detail)?.id === "reset") pressedFor(detail).disabled = false;
});

document.addEventListener("htmx:sendError", () => {
  dropTheRest();
  takeBack();
});

function takeBack() {
  const focused = document.activeElement?.id;
  const picked = cardsIn(hand()).filter(isPicked).map((card) => card.id);
  byId("felt").outerHTML = settled;
  // The server knows nothing of a selection: what has been chosen stays chosen.
  for (const id of picked) toggle(byId(id));
  if (focused) byId(focused)?.focus({ preventScroll: true });
}

// What the page shows already stays: a press that has begun on a card must find it there when it ends.
const looksOf = (place) => {
  const { phase, turn, piles, order } = place.dataset;
  return [phase, turn, piles, order, ...cardsIn(place).map((card) => card.id)].join("|");
};

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment, shouldSwap } = event.detail;
  if (target.id !== "felt" || !shouldSwap) return;
  settled = fragment.firstElementChild.outerHTML.replace(/ hx-swap-oob="true"/, "");
  const isShown = looksOf(fragment.querySelector("#hand")) === looksOf(hand());
  const locks = hand().classList.contains("is-locked") && hand().dataset.phase === "planning";
  if (unanswered.size || (isShown && !locks)) event.detail.shouldSwap = false;
});

let hadError = Boolean(byId("override-error"));

const idsOf = () => cardsIn(hand()).map((card) => card.id);
let shownIds = idsOf();

document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id === "felt") showNews();
  if (detail.target.id === "refusal") showError();
  if (detail.target.id === "presets") waitForChoice();
});

function showNews() {
  // A new hand is seen and heard to be dealt; cards that were there before stay where they are.
  const isDealt = idsOf().length > 0 && !idsOf().some((id) => shownIds.includes(id));
  hand().classList.toggle("is-dealt", isDealt);
  shownIds = idsOf();
  if (isDealt) announcer.textContent = `${document.querySelector(".dk-turn").textContent}. ${headline()}`;
  else if (headline() !== announced) announcer.textContent = headline();
  announced = headline();
}

function showError() {
  const hasError = Boolean(byId("override-error"));
  if (hasError && !hadError) settings.open = true;
  hadError = hasError;
  if (hasError) byId("override").setAttribute("aria-invalid", "true");
  else byId("override").removeAttribute("aria-invalid");
}

// The beginning of a text that is too long is enough to be told so. The server would not even read much more.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const { cards } = detail.parameters;
  const longest = Number(byId("override").dataset.longest);
  if (cards?.length > longest) detail.parameters.cards = cards.slice(0, longest + 1);
});

const waitForChoice = () => {
  const load = byId("load-preset");
  if (load) load.disabled = !document.querySelector('[name="preset"]:checked');
};
document.addEventListener("change", waitForChoice);
waitForChoice();

// --- pressing -------------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const card = event.target.closest?.("#hand .dk-card");
  if (!card) return;
  event.preventDefault();
  if (card.getAttribute("aria-disabled")) return;
  if (hand().dataset.phase === "discard") toggle(card);
  else if (isPlanning()) choose(card);
});

document.addEventListener("submit", ({ target, submitter }) => {
  // A file goes as the browser sends it, without the header that tells what the page shows by now.
  if (target.id === "import-form") target.elements.version.value = byId("beat").dataset.seq;
  if (submitter?.id === "clear" || submitter?.id === "lock") unanswered.add(submitter);
  if (submitter?.id === "clear") {
    showOrder([]);
    announcer.textContent = words.cleared;
  }
  if (submitter?.id !== "lock") return;
  hand().classList.add("is-locked");
  document.querySelector(".dk-rail").classList.add("is-locked");
  for (const card of cardsIn(hand())) card.setAttribute("aria-disabled", "true");
});

const isTyping = (place) => place.closest?.("input, textarea, select");

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y") && !isTyping(event.target)) {
    event.preventDefault();
    byId(key === "y" || event.shiftKey ? "redo" : "undo").click();
    return;
  }
  const card = event.target.closest?.("#hand .dk-card");
  const cards = cardsIn(hand());
  const step = { arrowleft: -1, arrowright: 1, home: -cards.length, end: cards.length }[key];
  if (!card || !step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const place = orderIn(hand()).indexOf(card.dataset.id);
  if (event.shiftKey && isPlanning() && place >= 0) putAt(card.dataset.id, Math.max(0, place + step));
  else cards[Math.max(0, Math.min(cards.length - 1, cards.indexOf(card) + step))].focus();
});

// deckbuilder-dragging.js: a card was let go over a place of the order.
document.addEventListener("deck:drop", ({ detail }) => isPlanning() && putAt(detail.id, detail.index));
