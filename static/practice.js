// Practice by keyboard: Enter goes to the next empty field, then sends; what is sent twice is sent once.
// Without this script the form works as well: the server asks for what is missing.

const form = document.querySelector("[data-answer]");
const fields = [...form.querySelectorAll("input:not([type=hidden])")];
const elapsed = form.elements.elapsed_ms;

// Time counts only while the page is looked at.
let spent = 0;
let since = document.hidden ? null : performance.now();

function pause() {
  if (since !== null) spent += performance.now() - since;
  since = null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) pause();
  else since ??= performance.now();
});

let sent = false;

// Enter in a filled field leads to the first empty one; in an empty one it lets the server say what is missing.

form.addEventListener("submit", (event) => {
  const empty = fields.find((field) => field.value.trim() === "");
  if (sent) {
    event.preventDefault();
  } else if (empty && empty !== document.activeElement) {
    event.preventDefault();
    empty.focus();
  } else {
    sent = true;
    const now = since === null ? spent : spent + performance.now() - since;
    elapsed.value = String(Math.round(now));
  }
});

// The back button may bring this very page back as it was left.
addEventListener("pageshow", () => {
  sent = false;
});
