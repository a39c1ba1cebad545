// The menu of a table: what is chosen in it works at once, without a reload; its form keeps it with the person. Loaded
// when the menu is opened first. Its contents are drawn anew each time.

import { pace } from "./site.js";
import { focusWhenStyled } from "./styled.js";
import { chosenVolume, keepVolume } from "./volume.js";

const MOTIONS = { 1: "full", 0.5: "brisk", 0: "none" }; // by their pace
const menu = document.getElementById("table-menu");
const inMenu = (selector) => menu.querySelector(selector);
const sounds = () => import(inMenu("#table-choices").dataset.soundsScript).catch(() => null); // offline
const hasSounds = () => inMenu("#set-sounds").checked;

// Sounds that nobody asks for are not fetched to be silent.
let isFetched = hasSounds();

async function turnSounds() {
  const isOn = hasSounds();
  if (!isFetched && !isOn) return;
  isFetched = true;
  (await sounds())?.turnSounds(isOn);
}

async function tryIt() {
  const isOn = hasSounds();
  isFetched = true;
  const loaded = await sounds();
  loaded?.turnSounds(isOn);
  loaded?.hear("turn");
}

function showTheme(theme) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

// What is on its way stops there; clocks run on.
function showMotion(motion) {
  document.documentElement.dataset.motion = motion;
  inMenu("[name=motion]").value = motion;
  document.dispatchEvent(new CustomEvent("tabletop:motion"));
  if (pace()) return;
  for (const animation of document.getAnimations()) if (!(animation instanceof CSSAnimation)) animation.finish();
}

function showVolume() {
  const { value, min, max, style } = inMenu("#volume");
  style.setProperty("--level", `${((value - min) / (max - min)) * 100}%`);
}

menu.addEventListener("change", ({ target }) => {
  if (target.id === "volume") {
    keepVolume(target.value);
    if (hasSounds()) tryIt();
    return;
  }
  if (target.name === "theme") showTheme(target.value);
  else if (target.name === "shown_motion") showMotion(target.value);
  else turnSounds();
  target.form.requestSubmit();
});

menu.addEventListener("input", ({ target }) => target.id === "volume" && showVolume());

menu.addEventListener("click", ({ target }) => {
  if (target.closest("#try-sound")) tryIt();
});

// The press that closes it fetches nothing. What it held is gone when it opens again: a choice made there would be
// taken back by what is on its way. Not when it closes, as choices may wait in its form to be kept.
menu.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target === menu && menu.matches(":popover-open")) event.preventDefault();
});
menu.addEventListener("beforetoggle", ({ newState }) => newState === "open" && menu.replaceChildren());

function show() {
  if (!menu.matches(":popover-open")) return;
  focusWhenStyled(menu, "#set-sounds");
  inMenu(`[name=shown_motion][value=${MOTIONS[pace()]}]`).checked = true;
  inMenu("#volume").value = chosenVolume();
  showVolume();
}

menu.addEventListener("htmx:afterSwap", show);
show();
