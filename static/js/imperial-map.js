// The map of Imperial under the hand: zoom and pan by wheel, pinch, keys and buttons, and lights that can be clicked.
// Without it the whole map is shown, and every choice is in the panel beside it.

const UNITS = 1400; // width of the map in its own units
const MOST_ZOOM = 6;
const STEP = 1.4; // of a button or a key
const PAN_STEP = 80; // pixels per arrow key
const ROOM_AROUND = 0.9; // of the view for a place that is shown whole
const READABLE = 0.5; // pixels per unit below which names are left out
const CLOSE_UP = 0.9; // pixels per unit at which a narrow screen starts
const REST_MILLISECONDS = 180; // without a turn of the wheel
const GLIDE_MILLISECONDS = 450; // a little longer than the stylesheet lets it take
const CLICK_SLACK = 6; // pixels a finger may slip and still mean a click

const view = document.querySelector(".imp-board__view");
const sheets = view.querySelector(".imp-board__sheets");
const place = { scale: 1, x: 0, y: 0 };

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

function draw() {
  const { clientWidth: width, clientHeight: height } = view;
  const tall = sheets.offsetHeight;
  place.scale = clamp(place.scale, 1, MOST_ZOOM);
  place.x = clamp(place.x, Math.min(0, width - width * place.scale), 0);
  place.y = clamp(place.y, Math.min(0, height - tall * place.scale), 0);
  sheets.style.transform = `translate(${place.x}px, ${place.y}px) scale(${place.scale})`;
  view.classList.toggle("is-overview", (width * place.scale) / UNITS < READABLE);
}

// While it moves the map keeps the picture it has; drawn sharp again it is when it rests.
let resting = 0;

function inMotion() {
  view.classList.add("is-moving");
  clearTimeout(resting);
  resting = setTimeout(rest, REST_MILLISECONDS);
}

// The letters grow when they would get too small to read, but not while the map moves.
function rest() {
  view.classList.remove("is-moving");
  const perUnit = (view.clientWidth * place.scale) / UNITS;
  view.style.setProperty("--unit", Math.min(perUnit, 1).toFixed(2)); // beyond that they are large enough
}

function zoom(factor, x = view.clientWidth / 2, y = view.clientHeight / 2) {
  const scale = clamp(place.scale * factor, 1, MOST_ZOOM);
  const grown = scale / place.scale;
  inMotion();
  Object.assign(place, { scale, x: x - (x - place.x) * grown, y: y - (y - place.y) * grown });
  draw();
}

function pan(x, y) {
  place.x += x;
  place.y += y;
  draw();
}

function whole() {
  Object.assign(place, { scale: 1, x: 0, y: 0 });
  inMotion();
  draw();
}

const matterAtHand = () => document.querySelector("[data-focus]")?.dataset.focus ?? "700 500";
let lookedAt = "";

// A narrow screen starts close to the matter at hand, so that names can be read.
function begin() {
  const perUnit = view.clientWidth / UNITS;
  place.scale = Math.max(1, perUnit < READABLE ? CLOSE_UP / perUnit : 1);
  lookedAt = matterAtHand();
  const [x, y] = lookedAt.split(" ").map((unit) => Number(unit) * perUnit * place.scale);
  place.x = view.clientWidth / 2 - x;
  place.y = view.clientHeight / 2 - y;
  draw();
  rest();
}

// The page tells where to look whenever another country is up; only a screen that shows a piece of the map follows.
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target.id !== "focus" || view.clientWidth / UNITS >= READABLE) return;
  if (matterAtHand() === lookedAt) return;
  view.classList.add("is-gliding");
  begin();
  setTimeout(() => view.classList.remove("is-gliding"), GLIDE_MILLISECONDS);
});

// --- hands ----------------------------------------------------------------------------------------------------
const fingers = new Map();
let moved = 0;

const distance = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y);
const inView = (event) => {
  const box = view.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

view.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  fingers.set(event.pointerId, inView(event));
  if (fingers.size === 1) moved = 0;
});

view.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = inView(event);
  moved += Math.hypot(now.x - before.x, now.y - before.y);
  if (moved < CLICK_SLACK) return;
  if (!view.hasPointerCapture(event.pointerId)) view.setPointerCapture(event.pointerId);
  view.classList.add("is-panning");
  if (fingers.size === 2) {
    const apart = distance([...fingers.values()]);
    fingers.set(event.pointerId, now);
    const [one, other] = [...fingers.values()];
    zoom(distance([one, other]) / apart, (one.x + other.x) / 2, (one.y + other.y) / 2);
  } else {
    fingers.set(event.pointerId, now);
    pan(now.x - before.x, now.y - before.y);
  }
});

for (const ending of ["pointerup", "pointercancel"]) {
  view.addEventListener(ending, (event) => {
    fingers.delete(event.pointerId);
    if (!fingers.size) view.classList.remove("is-panning");
  });
}

view.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    const { x, y } = inView(event);
    zoom(Math.exp(-event.deltaY / 400), x, y);
  },
  { passive: false },
);

// Two clicks on a place show the whole of it; on one that fills the view already they go closer.
view.addEventListener("dblclick", (event) => {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const box = under.find((shape) => shape.matches(".map--sheet [data-place]"))?.getBoundingClientRect();
  const fits = box ? ROOM_AROUND * Math.min(view.clientWidth / box.width, view.clientHeight / box.height) : 0;
  const { x, y } = inView(event);
  if (fits < STEP) {
    zoom(STEP * STEP, x, y);
    return;
  }
  const middle = inView({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
  zoom(fits, middle.x, middle.y);
  pan(view.clientWidth / 2 - middle.x, view.clientHeight / 2 - middle.y);
});

const KEYS = {
  "+": () => zoom(STEP),
  "=": () => zoom(STEP),
  "-": () => zoom(1 / STEP),
  0: whole,
  ArrowLeft: () => pan(PAN_STEP, 0),
  ArrowRight: () => pan(-PAN_STEP, 0),
  ArrowUp: () => pan(0, PAN_STEP),
  ArrowDown: () => pan(0, -PAN_STEP),
};

view.addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) ({ in: () => zoom(STEP), out: () => zoom(1 / STEP), whole })[button.dataset.zoom]();
});

// Whatever is lit stands for a control in the panel: the click is passed on, so there is one way to choose.
document.addEventListener("click", (event) => {
  const light = event.target.closest("[data-for]");
  const slipped = view.contains(event.target) && moved >= CLICK_SLACK;
  if (slipped) return;
  const control = light && document.getElementById(light.dataset.for);
  if (!control) {
    // A place in the dark: the page may know why (imperial-planner.js).
    const dark = event.target.closest("[data-place]");
    if (dark) view.dispatchEvent(new CustomEvent("imperial:dark", { bubbles: true, detail: dark.dataset.place }));
    return;
  }
  if (light.dataset.value === undefined) {
    control.click();
    control.focus(); // a line with several buttons only takes the focus
  } else {
    control.value = light.dataset.value;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

// A window or a sheet over the map that changes its size leaves the middle of the map in the middle. The first call
// comes when the page has been laid out: to ask for the size before that would cost a phone one more layout.
let size = { width: 0, height: 0 };
new ResizeObserver(() => {
  const { clientWidth: width, clientHeight: height } = view;
  const appears = !size.width; // a waiting room hides it until the game begins
  if (appears) {
    size = { width, height };
    if (width) begin();
    return;
  }
  place.x = width / 2 - (size.width / 2 - place.x) * (width / size.width);
  place.y = height / 2 - (size.height / 2 - place.y) * (width / size.width);
  size = { width, height };
  draw();
  rest();
}).observe(view);
