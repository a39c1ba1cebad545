// The table of Imperial: what a half-typed bid reaches. The page works without it.
"use strict";

(() => {
  // --- the sealed bid -------------------------------------------------------------------------------------------
  const typed = (input) => Number(input.value.replace(",", "."));

  function showReach(form) {
    const input = form.querySelector("#amount");
    const reach = form.querySelector("#bid-reach");
    const within = [...form.querySelectorAll("[data-price]")].filter((bond) => Number(bond.dataset.price) <= typed(input));
    const best = within.at(-1);
    for (const bond of form.querySelectorAll(".ladder li")) bond.classList.toggle("is-yours", bond === best);
    reach.textContent = best ? reach.dataset.some.replace("%s", best.dataset.stock) : reach.dataset.none;
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-bid]");
    if (form) showReach(form);
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const form = button.closest("[data-bid]");
    const input = form.querySelector("#amount");
    const amount = (typed(input) || 0) + Number(button.dataset.step);
    input.value = Math.min(Math.max(amount, 0), Number(input.dataset.most)).toFixed(2);
    showReach(form);
  });
})();
