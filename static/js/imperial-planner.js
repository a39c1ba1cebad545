// The planner of a maneuver under the keyboard, and why a place in the dark cannot be reached. Every step is a control
// of the panel; this script only moves the focus and presses them.

// What an answer brings can be used the moment it is seen: htmx would wait a little before it gets to know it, and a
// choice made meanwhile would be lost.
htmx.config.defaultSettleDelay = 0;

// --- choices for the draft ------------------------------------------------------------------------------------
// Each button of the draft asks for itself: the answer to the first of two quick choices may take their form away.
document.addEventListener("submit", (event) => {
  if (event.target.id !== "draft" || !event.submitter) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // The attribute: a button called "action" hides the property.
  htmx.ajax("POST", event.target.getAttribute("action"), { source: event.submitter, event, swap: "none" });
}, true);

// One after the other, in the order in which they were made. An answer is drawn when no choice waits behind it: the
// panel would show the choice before, without the fields that the next one is read from.
const shownSeq = () => document.getElementById("beat")?.dataset.seq;
let waiting = [];
let onTheWay = null;
let seqWhenAsked = "";

document.addEventListener("htmx:confirm", (event) => {
  const { path, elt, issueRequest } = event.detail;
  if (!onTheWay || !path?.endsWith("/draft/")) return;
  event.preventDefault();
  // Every press of a button counts; of fields only how they are in the end.
  if (!elt.matches("button")) waiting = waiting.filter((choice) => choice.elt !== elt);
  waiting.push({ elt, issueRequest });
});

document.addEventListener("htmx:beforeSend", ({ detail: { requestConfig, xhr } }) => {
  if (!requestConfig.path.endsWith("/draft/")) return;
  onTheWay = xhr;
  seqWhenAsked = shownSeq();
  // Before htmx draws the answer, and after it.
  xhr.addEventListener("readystatechange", () => { if (xhr.readyState === XMLHttpRequest.DONE) onTheWay = null; });
  xhr.addEventListener("loadend", () => { while (!onTheWay && waiting.length) waiting.shift().issueRequest(true); });
});

// A choice still on its way would come too late for the plan it belongs to: the buttons that submit wait for it.
document.addEventListener("submit", (event) => {
  const { submitter } = event;
  if (!submitter?.matches("#submit-plan, #submit-step") || !onTheWay) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  onTheWay.addEventListener("loadend", () => document.getElementById(submitter.id)?.click());
}, true);

// The socket may tell of one's own choice when the next one is shown already: a draft is not turned back. Nor is a
// choice without its answer, unless a move has come between. Heard before live.js, which draws no part again that the
// answer has drawn, notes what came as shown.
const draftIn = (part) => Number(part.querySelector("[data-draft]")?.dataset.draft);
const isUnanswered = () => (onTheWay || waiting.length) && seqWhenAsked === shownSeq();

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target, fragment } = detail;
  if (target.id !== "decide") return;
  if (isUnanswered() || draftIn(fragment) < draftIn(target)) detail.shouldSwap = false;
}, true);

// --- the unit in hand -----------------------------------------------------------------------------------------
const plan = () => document.querySelector("[data-plan]");
const rows = () => [...document.querySelectorAll("[data-plan] [data-row]")];
const handleOf = (row) => row?.querySelector("#destination, .plan__pick");

let next = null; // where the focus goes once the panel has been drawn anew

function press(button, focusNext) {
  if (!button || button.disabled) return;
  next = focusNext;
  button.click();
}

// Not when it is swapped in, but when htmx has got to know it: until then its controls do nothing.
document.addEventListener("htmx:load", (event) => {
  const target = event.detail.elt.id === "decide" && next && document.querySelector(next);
  // Late news may show the step before, even once more after the answer: the place stays wanted until the next key.
  if (!target) return;
  target.focus({ preventScroll: true });
  target.closest("[data-row]")?.scrollIntoView({ block: "nearest" });
});

for (const hand of ["keydown", "pointerdown"]) document.addEventListener(hand, () => { next = null; }, true);

// A page opened in the middle of a plan shows the unit in hand; a plan that was overtaken, the row to look at.
function lookAt(selector) {
  document.querySelector(selector)?.scrollIntoView({ block: "nearest" });
}

const OVERTAKEN = '[data-plan="overtaken"] .has-problem';
lookAt(`#now, ${OVERTAKEN}`);
document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt.id === "decide") lookAt(OVERTAKEN);
});

// A unit taken in hand by any means: the list of places is the next thing to use.
document.addEventListener("click", (event) => {
  if (event.target.closest(".plan__pick")) next = "#destination";
});

// --- a place in the dark --------------------------------------------------------------------------------------
document.addEventListener("imperial:dark", (event) => {
  const form = document.getElementById("send");
  if (!form) return;
  const values = { row: form.elements.row.value, destination: event.detail };
  htmx.ajax("POST", form.action, { source: form, values, swap: "none" });
});

// Until the next choice; what the page asks for by itself leaves it there.
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") document.getElementById("why")?.replaceChildren();
});

// A place out of reach chosen from the list: the reason is told, the list shows again what holds.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt.id === "send" && detail.xhr.status >= 400) document.getElementById("send")?.reset();
});

// --- the list of places ---------------------------------------------------------------------------------------
// Arrows run through the list; only Enter, or the mouse, sends the unit.
let browsing = false;

document.addEventListener("pointerdown", () => { browsing = false; }, true);

document.addEventListener("change", (event) => {
  if (event.target.id !== "destination") return;
  if (browsing) event.stopImmediatePropagation();
  else next = `#row-${event.target.closest("[data-row]").dataset.row}`;
}, true);

function onDestination(event) {
  const row = event.target.closest("[data-row]");
  if (event.key === "Escape") {
    event.preventDefault();
    press(row.querySelector(".plan__drop"), `#row-${row.dataset.row}`);
  } else if (event.key === "Enter") {
    event.preventDefault();
    browsing = false;
    event.target.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (event.key !== "Tab" && !event.altKey) {
    browsing = event.key !== " ";
  }
}

// --- the rows -------------------------------------------------------------------------------------------------
function move(row, step) {
  const index = Number(row.dataset.row);
  press(row.querySelector(`[name="${step < 0 ? "up" : "down"}"]`), `#row-${index + step}`);
}

function walk(row, step) {
  const all = rows();
  handleOf(all[all.indexOf(row) + step])?.focus();
}

document.addEventListener("keydown", (event) => {
  if (!plan() || event.ctrlKey || event.metaKey) return;
  if (event.target.id === "destination") return onDestination(event);
  if (event.target.matches("input, select, textarea")) return;
  const row = event.target.closest("[data-row]");
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (row && step) {
    event.preventDefault();
    (event.altKey ? move : walk)(row, step);
  } else if (event.key === "Escape" && plan().querySelector(".plan__drop")) {
    const held = plan().querySelector("#now").dataset.row;
    press(plan().querySelector(".plan__drop"), `#row-${held}`);
  } else if (/^[1-9]$/.test(event.key) && !event.altKey) {
    handleOf(rows().find((other) => other.dataset.number === event.key))?.focus();
  }
});
