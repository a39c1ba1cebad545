// A page of a table, or of tables: gives every move a key so that sending it twice has one effect, sends it by the open
// socket or by POST, keeps it while the site does not answer, and takes news in without getting in a hand's way.

import { isListening, isMove, isReachable, send, seq, showBanner, take, watchMoves, wire } from "./connection.js";
import { showToast } from "./site.js";

// The policy forbids to copy the styles of a part to the one that takes its place.
htmx.config.attributesToSettle = htmx.config.attributesToSettle.filter((name) => name !== "style");

// The server's clock counts. A page tells by how much this computer's is off, unless the browser had kept the page:
// then it tells when it was made, and what another page told is taken.
const clock = document.querySelector("[data-now]");
if (clock) clock.dataset.ahead = clockAhead(Number(clock.dataset.now) * 1000);

function clockAhead(made) {
  const visit = performance.getEntriesByType("navigation")[0];
  const lead = visit.transferSize > visit.encodedBodySize ? made - performance.timeOrigin - visit.responseStart : null;
  try {
    if (lead !== null) localStorage.setItem("clock-ahead", lead);
    return lead ?? Number(localStorage.getItem("clock-ahead"));
  } catch {
    return lead ?? 0; // nothing may be stored here
  }
}

// The key stays with the control and what was chosen until an answer has come: the same choice again, after a lost
// answer, is the same move. Another choice, though one form sends them all, is another move.
const keys = new WeakMap();

function keyFor(control, choice) {
  if (!keys.has(control)) keys.set(control, new Map());
  const pressed = keys.get(control);
  if (!pressed.has(choice)) pressed.set(choice, crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now());
  return pressed.get(choice);
}

document.addEventListener("htmx:configRequest", (event) => {
  const { verb, headers, elt, formData } = event.detail;
  if (verb === "get") return;
  headers["Idempotency-Key"] ??= keyFor(elt, new URLSearchParams(formData).toString());
  // A move that is sent again was made for what the page showed when it was pressed.
  if (seq()) headers["X-Table-Seq"] ??= seq();
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const status = detail.xhr?.status;
  const key = detail.requestConfig?.headers["Idempotency-Key"];
  // From 500 on nobody knows what became of the move: pressing again must be the same move.
  if (status && status < 500) keys.delete(posted.get(key) ?? detail.elt);
  posted.delete(key);
});

// A move goes by the open socket, which is quicker than a request of its own. Where no answer comes, the same move
// with the same key is POSTed: it happens once, whichever way arrives.
const ANSWER_MILLISECONDS = 3000;
const MOST_BYTES = 4096; // the socket takes nothing longer
const sent = new Map();
const posted = new Map(); // key -> the control that was pressed

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr, requestConfig: config } = event.detail;
  const key = config.headers["Idempotency-Key"];
  if (config.verb !== "post" || posted.has(key) || !isMove(config.path)) return;
  if (!isReachable()) {
    event.preventDefault();
    keep(key, { elt, config, wasSent: false });
    tellDone({ elt, xhr, config });
    return;
  }
  if (!isListening()) return;
  const fields = {};
  for (const name of config.formData.keys()) fields[name] = config.formData.getAll(name).map(String);
  const to = config.path.slice(location.pathname.length);
  const message = JSON.stringify({ type: "move", to, fields, key, seq: Number(seq()) });
  if (new Blob([message]).size > MOST_BYTES) return;
  event.preventDefault();
  if (sent.has(key)) return; // pressed twice
  send(message);
  sent.set(key, { elt, xhr, config, timer: setTimeout(() => post(key), ANSWER_MILLISECONDS) });
});

function post(key) {
  const { elt, config } = answered(key);
  keep(key, { elt, config, wasSent: true });
  sendKept();
}

function answered(key) {
  const move = sent.get(key);
  if (!move) return null;
  sent.delete(key);
  clearTimeout(move.timer);
  tellDone(move);
  return move;
}

function tellDone({ elt, xhr, config }) {
  htmx.trigger(elt.isConnected ? elt : document.body, "htmx:afterRequest", { elt, xhr, requestConfig: config });
}

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const answer = /id="answer" data-key="([^"]*)"/.exec(event.detail.message);
  const move = answer && answered(answer[1]);
  if (move) keys.delete(move.elt);
});

document.addEventListener("htmx:wsClose", () => [...sent.keys()].forEach(post));

// Moves without an answer, in the order they were pressed. They are sent again, with the same key, as soon as the site
// answers. One that was never sent makes room for the next: only the last choice is meant.
const AGAIN_MILLISECONDS = 2000;
const KEPT_MILLISECONDS = 30000; // later the table is another one: nobody means the move any more
const UNAVAILABLE = [0, 502, 503, 504]; // the site, or something on the way to it, does not work just now
const kept = new Map();
let again = 0;
watchMoves(() => [...kept.values()].some(({ failures }) => failures > 0));

function keep(key, move) {
  for (const [other, { wasSent }] of kept) if (!wasSent && other !== key) kept.delete(other);
  if (!kept.has(key)) kept.set(key, { ...move, failures: isReachable() ? 0 : 1, since: Date.now() });
  showBanner();
}

function sendKept() {
  clearTimeout(again);
  if (!isReachable()) return;
  forgetOld();
  const [next] = kept;
  if (!next || posted.has(next[0])) return;
  const [key, move] = next;
  move.wasSent = true;
  posted.set(key, move.elt);
  const { path, formData, triggeringEvent: event, headers: first } = move.config;
  const headers = { "Idempotency-Key": key };
  if (first["X-Table-Seq"]) headers["X-Table-Seq"] = first["X-Table-Seq"];
  htmx.ajax("POST", path, { values: formData, headers, event, swap: "none" }).catch(() => {});
}

function forgetOld() {
  const old = [...kept].filter(([key, { since }]) => Date.now() - since > KEPT_MILLISECONDS && !posted.has(key));
  for (const [key] of old) kept.delete(key);
  if (old.length) showToast("toast-too-late");
  showBanner();
}

document.addEventListener("live:reachable", sendKept);

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { xhr, elt, requestConfig: config } = detail;
  const key = config?.headers["Idempotency-Key"];
  // A move that went by the socket, or nowhere yet, is told as done with a request that was never sent.
  if (config?.verb !== "post" || !isMove(config.path) || !xhr || xhr.readyState !== XMLHttpRequest.DONE) return;
  if (UNAVAILABLE.includes(xhr.status)) {
    if (!kept.has(key)) keep(key, { elt, config, wasSent: true });
    kept.get(key).failures += 1;
    clearTimeout(again);
    again = setTimeout(sendKept, AGAIN_MILLISECONDS);
  } else if (kept.delete(key)) {
    sendKept();
  }
  showBanner();
});

// What became of such a move is told by the message that stays, not by one that leaves.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig: config, xhr } = detail;
  if (config?.verb === "post" && isMove(config.path) && UNAVAILABLE.includes(xhr.status)) detail.shouldSwap = false;
});

// The doorbell may be quicker than the answer and replace the control that was pressed. htmx would then look for the
// parts of the answer beside the old control, outside the page; the answer, which may say why not, must be shown.
document.addEventListener("htmx:beforeRequest", (event) => {
  event.detail.elt.addEventListener("htmx:beforeOnLoad", swapEvenIfReplaced);
});

function swapEvenIfReplaced(event) {
  if (document.contains(event.detail.elt)) return;
  event.preventDefault();
  htmx.swap(document.body, event.detail.xhr.responseText, { swapStyle: "none" });
}

// A control that is drawn anew between pressing and letting go swallows the press: news waits until the hand is off,
// and is taken in then. Not for ever, as not every way to let go is told.
const LONGEST_PRESS_MILLISECONDS = 5000;
const held = [];
let pressing = null;

document.addEventListener("pointerdown", () => {
  clearTimeout(pressing);
  pressing = setTimeout(letGo, LONGEST_PRESS_MILLISECONDS);
}, true);

// The click comes after the hand has gone, in the same breath.
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(letGo), true);

function letGo() {
  clearTimeout(pressing);
  pressing = null;
  for (const message of held.splice(0)) take(message);
}

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  if (pressing === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event.detail.message);
}, true);

// Whoever reconnects is told how the table stands.
document.addEventListener("htmx:wsClose", () => held.splice(0));

// A list that grows gets lines; every other part is replaced as a whole.
const isLines = (fragment) => fragment.nodeType === Node.ELEMENT_NODE;

// An answer that was overtaken by the doorbell must not turn the page back. Its number comes first, then its parts.
let overtaken = false;
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id === "beat") overtaken = Number(fragment.firstElementChild.dataset.seq) < Number(seq());
  if (overtaken && target.matches("#beat, #names-beat, .part")) event.detail.shouldSwap = false;
  if (!isLines(fragment)) return;
  // What one's own answer has added, the doorbell does not add again.
  const lines = [...fragment.children];
  for (const line of lines) if (document.getElementById(line.id)) line.remove();
  if (lines.length && !fragment.children.length) event.detail.shouldSwap = false;
});

// One's own move is told twice, by the answer and by the socket. What is shown already stays as it is: a card in the
// air, a choice half made, a key just pressed.
const shownParts = new Map();
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment, shouldSwap } = event.detail;
  if (!shouldSwap || !wire() || isLines(fragment)) return;
  if (!target.classList.contains("part")) return shownParts.delete(target.closest(".part")?.id); // a row of it alone
  // The socket of a table names its parts by their ids alone.
  fragment.firstElementChild.classList.add("part");
  const news = fragment.firstElementChild.innerHTML;
  if (shownParts.get(target.id) === news) event.detail.shouldSwap = false;
  shownParts.set(target.id, news);
});

// The other way round the answer brought less than the doorbell it overtook: the page asks for everything.
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const beat = /id="beat" data-seq="(\d+)"/.exec(event.detail.message);
  if (beat && Number(beat[1]) < Number(seq())) send('{"type": "sync"}');
});

// A message about rows of a list is for a page that shows the list as it was before. Another asks for the whole list.
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const needed = /id="beat" data-seq="[^"]*" data-since="([^"]*)"/.exec(event.detail.message);
  if (!needed || needed[1] === seq()) return;
  event.preventDefault();
  send('{"type": "sync"}');
});
