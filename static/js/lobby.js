// The open tables, for strangers: what stands in the field of the name goes along, saved or not.

const form = document.getElementById("sit-form");

form.addEventListener("submit", () => {
  for (const field of form.querySelectorAll("[data-same-as]")) {
    field.value = document.getElementById(field.dataset.sameAs).value;
  }
});
