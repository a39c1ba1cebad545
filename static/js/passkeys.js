// Passkeys: asks the browser for one when a form with data-passkey is sent, and sends what it answers along.
// "create" makes a new one, "get" uses one of the account's, "log-in" asks the site for a challenge first.

const BYTES = new Set(["challenge", "id"]);

function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function toText(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The site writes bytes as text: the challenge and the ids of the person and of known passkeys.
function readOptions(options, parent = "") {
  if (Array.isArray(options)) return options.map((option) => readOptions(option, parent));
  if (options === null || typeof options !== "object") return options;
  const read = ([key, value]) =>
    BYTES.has(key) && parent !== "rp" ? [key, toBytes(value)] : [key, readOptions(value, key)];
  return Object.fromEntries(Object.entries(options).map(read));
}

function writeAnswer(credential) {
  const response = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[part]) response[part] = toText(credential.response[part]);
  }
  return JSON.stringify({
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

async function challengeOf(form) {
  if (form.dataset.passkey !== "log-in") return JSON.parse(document.getElementById("passkey-options").textContent);
  const answer = await fetch(form.action, { headers: { "X-Requested-With": "XMLHttpRequest" } });
  if (!answer.ok) throw new Error("no challenge");
  return (await answer.json()).request_options;
}

async function ask(form) {
  const { publicKey } = readOptions(await challengeOf(form));
  if (form.dataset.passkey !== "create") return navigator.credentials.get({ publicKey });
  publicKey.authenticatorSelection = {
    residentKey: "required", requireResidentKey: true, userVerification: "required",
  };
  return navigator.credentials.create({ publicKey });
}

async function send(form) {
  const problem = form.querySelector("[data-passkey-problem]");
  problem.hidden = true;
  try {
    form.elements.credential.value = writeAnswer(await ask(form));
    form.submit();
  } catch {
    problem.hidden = false;
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
