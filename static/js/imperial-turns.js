// Scrubbing through the turns of Imperial: the board changes under a map that stays where it is. Without it the arrows
// lead from page to page.

const PAUSE_MILLISECONDS = 120;
const panel = document.querySelector("[data-turns]");
const range = document.getElementById("turn-range");
const steps = document.getElementById("turn-steps");
const addressOf = (number) => panel.dataset.turns.replace("/0/", `/${number}/`);
let wanted = Number(range.value);
let pause = 0;

function show(page) {
  const pressed = steps.contains(document.activeElement) ? document.activeElement.rel : "";
  for (const fresh of page.querySelectorAll(".imp-table .part[id], #turn-head, #turn-steps, #turn-go")) {
    document.getElementById(fresh.id)?.replaceChildren(...fresh.childNodes);
  }
  document.title = page.title;
  if (pressed) (steps.querySelector(`[rel="${pressed}"]`) ?? range).focus();
}

async function look(number) {
  const address = addressOf(number);
  try {
    const answer = await fetch(address);
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (number !== wanted) return; // the hand has moved on
    show(page);
    history.replaceState(null, "", address);
  } catch {
    location.assign(address); // the page itself says best what is wrong
  }
}

function goTo(number) {
  wanted = Math.min(Math.max(number, Number(range.min)), Number(range.max));
  range.value = wanted;
  clearTimeout(pause);
  pause = setTimeout(look, PAUSE_MILLISECONDS, wanted);
}

range.hidden = false;
range.addEventListener("input", () => goTo(Number(range.value)));
steps.addEventListener("click", (event) => {
  const step = event.target.closest("[rel]");
  if (!step || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  goTo(wanted + (step.rel === "next" ? 1 : -1));
});
