// Repeats a shuffle in the visitor's own browser. The recipe is in tabletop/shuffle.py; nothing is sent anywhere.
// All words come from the template.

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const FULL_DECK = [..."shdc"].flatMap((suit) => RANKS.map((rank) => rank + suit));
const CARD = /^(10|[2-9AJQK])([shdc])$/;
const WORD_RANGE = 2 ** 32;

// --- the recipe -----------------------------------------------------------------------------------------------

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

async function* words(secret, place) {
  const input = Uint8Array.from([...secret, 0, ...new TextEncoder().encode(place), 0, ...new Uint8Array(8)]);
  const number = new DataView(input.buffer, input.length - 8);
  for (let block = 0n; ; block += 1n) {
    number.setBigUint64(0, block);
    const digest = new DataView((await sha256(input)).buffer);
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}

async function numberBelow(limit, stream) {
  const fair = WORD_RANGE - (WORD_RANGE % limit);
  for (;;) {
    const { value: word } = await stream.next();
    if (word < fair) return word % limit;
  }
}

async function shuffled(items, stream) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const chosen = await numberBelow(last + 1, stream);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// --- the page -------------------------------------------------------------------------------------------------

const part = (name) => document.getElementById(`shuffle-${name}`);
const copyOf = (name) => part(name).content.cloneNode(true);
const fields = { secret: part("secret"), fingerprint: part("fingerprint"), place: part("place"), items: part("items") };
const list = part("order");

function nameOf(item) {
  const [isCard, rank, suit] = item.match(CARD) ?? [];
  const { cardName, ...names } = list.dataset;
  return isCard
    ? cardName.replace("RANK", names[`rank${rank}`] ?? rank).replace("SUIT", names[`suit${suit.toUpperCase()}`])
    : item;
}

function cardFace(rank, suit) {
  const { sprite } = list.dataset;
  const capital = suit.toUpperCase();
  const face = copyOf("card").firstElementChild;
  face.setAttribute("aria-label", nameOf(rank + suit));
  face.classList.toggle("card--red", suit === "h" || suit === "d");
  face.querySelector("use").setAttribute("href", `${sprite}#i-${rank}${capital}`);
  return face;
}

function plainName(item) {
  const name = document.createElement("span");
  name.className = "shuffle__name";
  name.textContent = item;
  return name;
}

function entryFor(item) {
  const [isCard, rank, suit] = item.match(CARD) ?? [];
  const entry = document.createElement("li");
  entry.append(isCard ? cardFace(rank, suit) : plainName(item));
  return entry;
}

function showVerdict(expected, actual) {
  const own = copyOf("own");
  own.querySelector("code").textContent = actual;
  part("verdict").replaceChildren(own);
  if (expected) part("verdict").prepend(copyOf(expected === actual ? "fits" : "fits-not"));
}

// --- who got which card ---------------------------------------------------------------------------------------
// A game of Cambio names its seats in the part of the address that is not sent.

const CARDS_EACH = 4;
const seats = new URLSearchParams(location.hash.slice(1)).getAll("seat");

function dealtLine(tag, words) {
  const entry = document.createElement(tag);
  entry.textContent = words;
  return entry;
}

function handOf(name, cards) {
  const { line, ...words } = part("hands").dataset;
  const hand = document.createElement("ul");
  hand.append(...cards.map((card, place) =>
    dealtLine("li", line.replace("PLACE", () => words[`place-${place}`]).replace("CARD", nameOf(card)))));
  const entry = document.createElement("li");
  entry.append(dealtLine("b", name), hand);
  return entry;
}

function showDeal(order) {
  const dealt = seats.length * CARDS_EACH;
  part("dealt").hidden = !seats.length || order.length <= dealt + 1;
  if (part("dealt").hidden) return;
  const { line, up, next } = part("hands").dataset;
  const hands = seats.map((name, seat) => handOf(name, order.slice(seat * CARDS_EACH, (seat + 1) * CARDS_EACH)));
  const beside = [[up, order[dealt]], [next, order[dealt + 1]]].map(([place, card]) =>
    dealtLine("li", line.replace("PLACE", () => place).replace("CARD", nameOf(card))));
  part("hands").replaceChildren(...hands, ...beside);
}

let latest = 0;

async function check() {
  const run = (latest += 1);
  const secret = fromHex(fields.secret.value.trim());
  const items = fields.items.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const fingerprint = toHex(await sha256(secret));
  const order = await shuffled(items, words(secret, fields.place.value.trim()));
  if (run !== latest) return;
  showVerdict(fields.fingerprint.value.trim().toLowerCase(), fingerprint);
  list.replaceChildren(...order.map(entryFor));
  showDeal(order);
  part("result").hidden = false;
}

function fillIn() {
  const given = new URLSearchParams(location.search);
  fields.items.value = FULL_DECK.join("\n");
  for (const [name, field] of Object.entries(fields)) if (given.has(name)) field.value = given.get(name);
  if (given.has("items")) fields.items.value = given.get("items").replaceAll(",", "\n");
  if (given.has("secret") && part("form").reportValidity()) check();
}

part("no-script").hidden = true;
// Browsers keep it from pages that came over plain http from another machine.
if (globalThis.crypto?.subtle) {
  part("form").hidden = false;
  part("form").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  fillIn();
} else {
  part("insecure").hidden = false;
}
