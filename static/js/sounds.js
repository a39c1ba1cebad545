// Small sounds for what the page shows anyway, made by the browser itself: no files. A page loads this for people who
// have asked for sounds; its game tells what happens by name, as the event "tabletop:sound".

import { asLoudness, chosenVolume } from "./volume.js";

const LOUDNESS = 0.14; // quieter than speech
const CALLS = ["turn", "hurry"]; // heard behind another tab too: that is where they are needed
const LATEST_SECONDS = 1; // a sound that would come later than this has missed its moment

let isOn = true;
let audio = null;
let free = 0; // when the last sound is over: one follows the other

const loudness = () => Math.max(0.0002, LOUDNESS * asLoudness(chosenVolume()));

// A source, fading in quickly and out softly.
function play(source, { at, seconds, loud = 1, through = null }) {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loudness() * loud, at + Math.min(0.02, seconds / 4));
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  (through ? source.connect(through) : source).connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}

function note(hertz, { at, seconds = 0.2, type = "triangle", loud = 1 }) {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.value = hertz;
  play(source, { at, seconds, loud });
}

// Paper on cloth: noise, its colour gliding from one pitch to another.
function paper(from, to, { at, seconds = 0.16, loud = 1 }) {
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const values = samples.getChannelData(0);
  for (let index = 0; index < values.length; index += 1) values[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = samples;
  const colour = audio.createBiquadFilter();
  colour.type = "bandpass";
  colour.frequency.setValueAtTime(from, at);
  colour.frequency.exponentialRampToValueAtTime(to, at + seconds);
  play(source, { at, seconds, loud: loud * 2, through: colour });
}

const SOUNDS = {
  deal: (at) => [0, 1, 2, 3, 4].forEach((nth) => paper(1100, 2400, { at: at + nth * 0.06, seconds: 0.08, loud: 0.7 })),
  draw: (at) => paper(900, 2600, { at }),
  place: (at) => paper(700, 240, { at, seconds: 0.09, loud: 1.4 }),
  discard: (at) => paper(1600, 260, { at, seconds: 0.14, loud: 1.2 }),
  swap: (at) => {
    paper(900, 2400, { at });
    paper(2400, 900, { at: at + 0.12 });
  },
  peek: (at) => paper(2200, 3400, { at, seconds: 0.24, loud: 0.6 }),
  turn: (at) => {
    note(392, { at, seconds: 0.14 });
    note(523, { at: at + 0.13, seconds: 0.22 });
  },
  // the last seconds of a turn: the call to the turn once more, from further away
  hurry: (at) => {
    note(392, { at, seconds: 0.14, loud: 0.6 });
    note(523, { at: at + 0.13, seconds: 0.22, loud: 0.6 });
  },
  reveal: (at) => {
    paper(1800, 3000, { at, seconds: 0.2, loud: 0.8 });
    paper(700, 300, { at: at + 0.16, seconds: 0.09 });
  },
  call: (at) => {
    note(880, { at, seconds: 0.38, type: "sine" });
    note(1760, { at, seconds: 0.24, type: "sine", loud: 0.3 });
  },
  win: (at) => [392, 494, 587].forEach((hertz, nth) => note(hertz, { at: at + nth * 0.1, type: "sine" })),
  refusal: (at) => note(120, { at, seconds: 0.12, type: "sine", loud: 1.6 }),
};

export function hear(name) {
  // A browser plays nothing before the first touch, and complains when asked to.
  if (!navigator.userActivation?.hasBeenActive || (document.hidden && !CALLS.includes(name))) return;
  audio ??= new AudioContext();
  const at = Math.max(audio.currentTime, free);
  if (at > audio.currentTime + LATEST_SECONDS) return;
  free = at + 0.25;
  SOUNDS[name](at);
}

export function turnSounds(on) {
  isOn = on;
}

document.addEventListener("tabletop:sound", ({ detail }) => isOn && hear(detail));

new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  if (isOn && added.some((node) => node.matches?.(".toast--bad"))) hear("refusal");
}).observe(document.getElementById("toasts"), { childList: true });
