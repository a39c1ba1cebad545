// Sends the requests of the reference for programs, and shows their answers. All words come from the template.

const words = (id) => document.getElementById(id).content.textContent;
const table = document.getElementById("reference-table");
const token = document.getElementById("reference-token");
const caller = document.getElementById("reference-form");

function headers(form) {
  const key = form.querySelector("[data-key]")?.value.trim();
  const found = { Accept: "application/json" };
  if (form.dataset.method === "POST") found["Content-Type"] = "application/json";
  if (key) found["Idempotency-Key"] = key;
  // A session proves with the CSRF token that this page sends for it; the token of a seat needs no further proof.
  if (token.value.trim()) found.Authorization = `Bearer ${token.value.trim()}`;
  else found["X-CSRFToken"] = caller.elements.csrfmiddlewaretoken.value;
  return found;
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function offerSeat(form, text) {
  const button = form.querySelector("[data-take-seat]");
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = null;
  }
  button.hidden = !answer?.playerToken;
  button.onclick = () => {
    table.value = answer.gameId;
    token.value = answer.playerToken;
    token.focus();
  };
}

async function send(form) {
  const status = form.querySelector("[data-status]");
  const shown = form.querySelector("[data-answer]");
  shown.hidden = true;
  if (form.dataset.path.includes("{id}") && !table.value.trim()) {
    status.textContent = words("reference-no-table");
    table.focus();
    return;
  }
  status.textContent = words("reference-waiting");
  const path = form.dataset.path.replace("{id}", encodeURIComponent(table.value.trim()));
  const options = { method: form.dataset.method, headers: headers(form), credentials: "same-origin" };
  if (form.dataset.method === "POST") options.body = form.querySelector("[data-body]").value;
  try {
    const response = await fetch(path, options);
    const text = await response.text();
    status.textContent = `${response.status} ${response.statusText}`;
    shown.textContent = readable(text);
    shown.hidden = false;
    offerSeat(form, text);
  } catch {
    status.textContent = words("reference-no-answer");
  }
}

caller.addEventListener("submit", (event) => event.preventDefault());
for (const form of document.querySelectorAll("[data-try]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

// A link to a shape opens it.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.matches("details")) target.open = true;
}

addEventListener("hashchange", openTarget);
openTarget();
