// Keeps a live page alive: says how the connection is, notices when it has silently died, looks for news by itself
// where sockets are blocked, and gives every move a key so that sending it twice has one effect.

const SILENCE_MILLISECONDS = 12000; // two heartbeats missed, and a little patience
const POLL_MILLISECONDS = 3000;
const LONGEST_RECONNECT_MILLISECONDS = 4000;
const SIGNED_OUT = 4401;
const GONE = 4404;
const TOO_MANY = 4429; // a page that says too much is listened to no more, and lives on asking

// Somebody on the way has closed the line with a greeting: htmx takes that for an end and does not call again.
const POLITE = [1000, 1001, 1005];

const FINAL = ["ended", "gone"]; // nothing more will come; the words say what to do

let heardAt = Date.now();
let wrapper = null;
let line = null;
let callAgain = false;
let everOpen = false;

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

const wire = () => document.getElementById("live");
const seq = () => document.getElementById("beat")?.dataset.seq ?? "";

function show(state) {
  const element = wire();
  if (!element || element.dataset.state === state) return;
  const text = element.querySelector(".conn__text");
  const cameBack = state === "live" && element.dataset.state !== "live" && everOpen;
  element.dataset.state = state;
  element.classList.toggle("conn--back", state === "back" || state === "polling");
  element.classList.toggle("conn--gone", FINAL.includes(state));
  element.querySelector(".presence").className =
    "presence" + (state === "live" ? "" : FINAL.includes(state) ? " presence--gone" : " presence--back");
  text.textContent = cameBack ? element.dataset.returned : element.dataset[state];
}

document.addEventListener("htmx:wsOpen", (event) => {
  wrapper = event.detail.socketWrapper;
  line = event.detail.event.target;
  heardAt = Date.now();
  show("live");
  everOpen = true;
});

document.addEventListener("htmx:wsAfterMessage", () => {
  heardAt = Date.now();
  show("live");
});

document.addEventListener("htmx:wsClose", (event) => {
  const { code, target } = event.detail.event;
  if (target !== line && line?.readyState === WebSocket.OPEN) return; // replaced already
  callAgain = everOpen && POLITE.includes(code);
  const otherwise = everOpen && code !== TOO_MANY ? "back" : "polling";
  show(code === SIGNED_OUT ? "ended" : code === GONE ? "gone" : otherwise);
});

document.addEventListener("htmx:wsError", () => show(everOpen ? "back" : "polling"));

setInterval(() => {
  const element = wire();
  if (!element || FINAL.includes(element.dataset.state)) return;
  const silent = Date.now() - heardAt > SILENCE_MILLISECONDS;
  if (element.dataset.state === "live" && silent && !wrapper) {
    // The handshake neither succeeds nor fails, as behind some proxies.
    show("polling");
    poll(element);
  } else if (element.dataset.state === "live" && silent) {
    // A connection that died without a word: a new socket replaces it.
    heardAt = Date.now();
    show("back");
    wrapper.reconnect();
  } else if (element.dataset.state !== "live") {
    if (callAgain) wrapper.reconnect();
    callAgain = false;
    poll(element);
  }
}, POLL_MILLISECONDS);

function poll(element) {
  if (!element.dataset.poll) return;
  // What the page shows besides: one's own tables on the home page, the names at a table.
  const besides = document.querySelector("#own-beat, #names-beat")?.dataset.seq;
  const address = element.dataset.poll + "?seq=" + encodeURIComponent([seq(), besides].filter(Boolean).join("."));
  htmx.ajax("GET", address, { source: element, swap: "none" }).catch(() => {});
}

// Nobody has pressed anything: a failure is told by the line, not by a message every few seconds.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, xhr } = event.detail;
  if (requestConfig?.elt === wire() && xhr.status >= 400) event.detail.shouldSwap = false;
});

// A page that polls and hears no: asking on would say the same every few seconds.
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (elt === wire() && xhr && (xhr.status === 403 || xhr.status === 404)) show("gone");
});

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
  if (seq()) headers["X-Table-Seq"] = seq();
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

function takesMove(path) {
  const quiet = Date.now() - heardAt > SILENCE_MILLISECONDS;
  return line?.readyState === WebSocket.OPEN && !quiet && wire()?.dataset.moves?.split(" ").includes(path);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr, requestConfig: config } = event.detail;
  const key = config.headers["Idempotency-Key"];
  if (config.verb !== "post" || posted.has(key) || !takesMove(config.path)) return;
  const fields = {};
  for (const name of config.formData.keys()) fields[name] = config.formData.getAll(name).map(String);
  const to = config.path.slice(location.pathname.length);
  const message = JSON.stringify({ type: "move", to, fields, key, seq: Number(seq()) });
  if (new Blob([message]).size > MOST_BYTES) return;
  event.preventDefault();
  if (sent.has(key)) return; // pressed twice
  wrapper.send(message);
  sent.set(key, { elt, xhr, config, timer: setTimeout(() => post(key), ANSWER_MILLISECONDS) });
});

function post(key) {
  const { elt, config } = answered(key);
  posted.set(key, elt);
  const headers = { "Idempotency-Key": key };
  const event = config.triggeringEvent;
  htmx.ajax("POST", config.path, { values: config.formData, headers, event, swap: "none" }).catch(() => {});
}

function answered(key) {
  const move = sent.get(key);
  if (!move) return null;
  sent.delete(key);
  clearTimeout(move.timer);
  const { elt, xhr, config } = move;
  htmx.trigger(elt.isConnected ? elt : document.body, "htmx:afterRequest", { elt, xhr, requestConfig: config });
  return move;
}

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const answer = /id="answer" data-key="([^"]*)"/.exec(event.detail.message);
  const move = answer && answered(answer[1]);
  if (move) keys.delete(move.elt);
});

document.addEventListener("htmx:wsClose", () => [...sent.keys()].forEach(post));

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
  for (const data of held.splice(0)) line.dispatchEvent(new MessageEvent("message", { data }));
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
  if (beat && Number(beat[1]) < Number(seq())) wrapper.send('{"type": "sync"}');
});

// A message about rows of a list is for a page that shows the list as it was before. Another asks for the whole list.
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const needed = /id="beat" data-seq="[^"]*" data-since="([^"]*)"/.exec(event.detail.message);
  if (!needed || needed[1] === seq()) return;
  event.preventDefault();
  wrapper.send('{"type": "sync"}');
});

htmx.config.wsReconnectDelay = (tries) =>
  Math.min(LONGEST_RECONNECT_MILLISECONDS, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
