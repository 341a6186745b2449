// Practice by keyboard: Enter goes to the next empty place, then sends; what is sent twice is sent once.
// Without this script the form works as well: the server asks for what is missing.

const form = document.querySelector("[data-answer]");
const elapsed = form.elements.elapsed_ms;

// --- time counts only while the page is looked at ---

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

// --- places to fill in: the lines of the ledger and the fields, in the order of the page ---

const rows = [...form.querySelectorAll(".row")];
const fields = [...form.querySelectorAll("input[required]")];
const places = [...rows, ...fields];
const noFu = form.elements.no_fu;
const ofFu = new Set([...rows, form.elements.fu, form.elements.fu_sum]);

const radios = (row) => [...row.querySelectorAll("input[type=radio]")];
const chosen = (row) => radios(row).find((radio) => radio.checked);
const typed = (field) => field.value.trim();

function isEmpty(place) {
  if (noFu?.checked && ofFu.has(place)) return false;
  if (rows.includes(place)) return !chosen(place);
  // "1300/2600" in the one field of a payment is both.
  const both = place.name.startsWith("payment_") && fields.some(
    (field) => field.name.startsWith("payment_") && /[/-]/.test(typed(field)),
  );
  return typed(place) === "" && !both;
}

function go(place) {
  (rows.includes(place) ? chosen(place) ?? radios(place)[0] : place).focus();
}

const holds = (place) => place === document.activeElement || place.contains(document.activeElement);

let sent = false;

// Enter in a filled place leads to the first empty one. In an empty one, and by the button, it lets the server say what
// is missing: a finger would not see where the focus went.

form.addEventListener("submit", (event) => {
  const empty = places.find(isEmpty);
  if (sent) {
    event.preventDefault();
  } else if (empty && !holds(empty) && document.activeElement.matches("input")) {
    event.preventDefault();
    go(empty);
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

// --- fu: what is tapped and what is typed are one ---

for (const keys of form.querySelectorAll("[data-keys]")) {
  const field = form.elements[keys.dataset.keys];
  const taps = radios(keys);
  const follow = () => {
    for (const tap of taps) tap.checked = tap.value === typed(field);
  };
  keys.addEventListener("change", (event) => {
    field.value = event.target.value;
  });
  field.addEventListener("input", follow);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const numbers = taps.map((tap) => Number(tap.value));
    const from = Number(typed(field)) || 0;
    const next = step > 0 ? numbers.find((fu) => fu > from) : numbers.findLast((fu) => fu < from);
    field.value = String(next ?? (step > 0 ? numbers.at(-1) : numbers[0]));
    follow();
  });
  // The browser may have kept what was typed over a reload.
  follow();
}

// --- the ledger by digits and arrows ---

form.querySelector("[data-ledger]")?.addEventListener("keydown", (event) => {
  const row = rows.find(holds);
  if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
  const place = places.indexOf(row);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const next = places[place + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) go(next);
  } else if (/^[0-9]$/.test(event.key)) {
    // "8" is 8; where no choice is that digit, the one that begins with it, or else ends with it: 1 is 16, 5 is 25.
    const all = radios(row);
    const found = all.find((radio) => radio.value === event.key)
      ?? all.find((radio) => radio.value.startsWith(event.key))
      ?? all.find((radio) => radio.value.length > 1 && radio.value.endsWith(event.key) && event.key !== "0");
    if (!found) return;
    event.preventDefault();
    found.checked = true;
    if (places[place + 1]) go(places[place + 1]);
  }
});

// --- the list of keys ---

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.target.matches("textarea")) return;
  event.preventDefault();
  document.getElementById("shortcuts").togglePopover();
});

// --- the clock of a sprint ---

const clock = document.querySelector("[data-seconds]");
if (clock) {
  const end = performance.now() + Number(clock.dataset.seconds) * 1000;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    clock.textContent = clock.textContent.replace(/\d+/, String(left));
    if (left === 0) location.assign(clock.dataset.over);
  };
  setInterval(tick, 250);
}
