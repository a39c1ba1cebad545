// The table of Imperial: what a half-typed bid reaches, and a chosen bond that stays in sight. The page works without
// it.

// --- the sealed bid -------------------------------------------------------------------------------------------
const typed = (input) => Number(input.value.replace(",", "."));
const dollars = (amount) => `$${amount.toFixed(Number.isInteger(amount) ? 0 : 2)}`;

function showReach(form) {
  const input = form.querySelector("#amount");
  const reach = form.querySelector("#bid-reach");
  const bonds = [...form.querySelectorAll("[data-price]")];
  const within = bonds.filter((bond) => Number(bond.dataset.price) <= typed(input));
  const best = within.at(-1);
  for (const bond of form.querySelectorAll(".ladder li")) bond.classList.toggle("is-yours", bond === best);
  reach.textContent = best ? reach.dataset.some.replace("%s", best.dataset.stock) : reach.dataset.none;
  if (typed(input) > Number(input.dataset.most)) reach.textContent = reach.dataset.over;
  const seal = form.querySelector(".btn--primary");
  seal.textContent = typed(input) > 0 ? seal.dataset.some.replace("%s", dollars(typed(input))) : seal.dataset.none;
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-bid]");
  if (form) showReach(form);
});

document.addEventListener("click", (event) => {
  const form = event.target.closest("[data-bid]");
  const step = event.target.closest("[data-step]")?.dataset.step;
  // A bond of the ladder: just its price.
  const price = event.target.closest("[data-price]:not(.is-off)")?.dataset.price;
  if (!form || (step ?? price) === undefined) return;
  const input = form.querySelector("#amount");
  const amount = step === undefined ? Number(price) : (typed(input) || 0) + Number(step);
  input.value = Math.min(Math.max(amount, 0), Number(input.dataset.most)).toFixed(2);
  showReach(form);
});

// --- the stock market -----------------------------------------------------------------------------------------
// On a phone the panel rises with what the bond does, and would cover it.
document.addEventListener("htmx:oobAfterSwap", () => {
  requestAnimationFrame(() => document.querySelector(".cell--sel")?.scrollIntoView({ block: "nearest" }));
});
