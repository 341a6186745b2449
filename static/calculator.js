// The calculator with a keyboard of tiles: a click adds the tile to the field in use, which shows its tiles as pictures.
// Without this script the tiles are a table of what to type, and the form works as well.

const form = document.querySelector("[data-hand-form]");
const keyboard = form.querySelector("[data-keys]");
const fields = [...form.querySelectorAll("[data-tiles]")];
const known = new Set();

// --- fields of tiles ---

const tilesIn = (text) =>
  (text.normalize("NFKC").toLowerCase().match(/[0-9]+[mpsz]/g) ?? []).flatMap((part) =>
    [...part.slice(0, -1)].map((rank) => rank + part.at(-1)),
  );

function textOf(tiles) {
  return tiles.map((tile, place) => (tile[1] === tiles[place + 1]?.[1] ? tile[0] : tile)).join("");
}

function picture(tile) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "tile");
  use.setAttribute("href", `${keyboard.dataset.sprite}#t${tile}`);
  svg.append(use);
  return svg;
}

function preview(field) {
  const tiles = tilesIn(field.value).filter((tile) => known.has(tile));
  form.querySelector(`[data-preview="${field.id}"]`).replaceChildren(...tiles.map(picture));
}

// --- the field in use ---

const byId = (id) => fields.find((field) => field.id === id);
const status = keyboard.querySelector("[data-target]");
const said = keyboard.querySelector("[data-said]");
let target = byId("concealed");

function room(field) {
  if (field.id !== "concealed") return Number(field.dataset.tiles);
  const melds = fields.filter((other) => other.id.endsWith("_tiles") && other.value.trim()).length;
  return Number(field.dataset.tiles) - 3 * melds;
}

function show() {
  const name = form.querySelector(`label[for="${target.id}"]`).textContent;
  const meld = target.closest(".meld-fields")?.querySelector("legend").textContent;
  status.textContent = `→ ${meld ? `${meld}: ` : ""}${name} ${target.value}`;
  for (const field of fields) field.classList.toggle("in-use", field === target);
}

function use(field) {
  target = field;
  show();
}

// Aloud only what a key did: what is typed, a screen reader says by itself.
function tell(words) {
  said.textContent = `${form.querySelector(`label[for="${target.id}"]`).textContent}: ${words}`;
}

function add(tile, spoken) {
  let tiles = tilesIn(target.value);
  if (target.id === "concealed" && tiles.length >= room(target)) {
    // The hand is full, so this is the tile it waits for.
    target = byId("win_tile");
    tiles = [];
  }
  if (tiles.length >= room(target)) tiles = tiles.slice(0, room(target) - 1);
  target.value = textOf([...tiles, tile]);
  preview(target);
  show();
  tell(spoken);
}

function removeLast() {
  target.value = textOf(tilesIn(target.value).slice(0, -1));
  preview(target);
  show();
  tell(`${keyboard.dataset.delete} (${tilesIn(target.value).length})`);
}

// --- the keys ---

// The field keeps the focus under a mouse or a finger.
function keepFocus(button) {
  button.addEventListener("mousedown", (event) => event.preventDefault());
}

function eraser() {
  const button = key(["⌫"], removeLast);
  button.setAttribute("aria-label", keyboard.dataset.delete);
  return button;
}

function key(content, press) {
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1;
  button.append(...content);
  button.addEventListener("click", press);
  keepFocus(button);
  return button;
}

const rows = [...keyboard.querySelectorAll("[data-suit]")];
for (const place of keyboard.querySelectorAll("[data-tile]")) {
  const { tile } = place.dataset;
  known.add(tile);
  const spoken = place.querySelector("svg").getAttribute("aria-label");
  place.append(key([...place.childNodes], () => add(tile, spoken)));
}
const last = document.createElement("li");
last.className = "delete";
last.append(eraser());
rows.at(-1).append(last);

// On a phone one suit is shown at a time.
const suits = keyboard.querySelector("[data-suits]");

function reach(next) {
  for (const some of keyboard.querySelectorAll(".key-row button")) some.tabIndex = some === next ? 0 : -1;
}

function showSuit(suit) {
  for (const row of rows) row.classList.toggle("shown", row.dataset.suit === suit);
  reach(rows.find((row) => row.dataset.suit === suit).querySelector("button"));
  for (const button of suits.children) button.setAttribute("aria-pressed", String(button.value === suit));
}

for (const row of rows) {
  const button = document.createElement("button");
  button.type = "button";
  button.value = row.dataset.suit;
  button.setAttribute("aria-label", row.dataset.name);
  button.append(picture(row.querySelector("[data-tile]").dataset.tile));
  keepFocus(button);
  button.addEventListener("click", () => showSuit(row.dataset.suit));
  suits.append(button);
}
suits.append(eraser());
suits.lastChild.tabIndex = 0;
showSuit("m");

// The keys are one stop for Tab; arrows lead from key to key, Escape back to the field.
keyboard.addEventListener("keydown", (event) => {
  if (event.key === "Escape") target.focus();
  const row = rows.find((some) => some.contains(event.target));
  if (!row || !event.key.startsWith("Arrow")) return;
  const shown = rows.filter((some) => some.offsetParent !== null);
  const keys = [...row.querySelectorAll("button")];
  const place = keys.indexOf(event.target);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const other = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const next = step
    ? keys[place + step]
    : [...(shown[shown.indexOf(row) + other]?.querySelectorAll("button") ?? [])].slice(0, place + 1).at(-1);
  event.preventDefault();
  if (!next) return;
  reach(next);
  next.focus();
});

const fingers = matchMedia("(pointer: coarse)").matches;
for (const field of fields) {
  // The tiles are the keyboard here; the line below can still be typed.
  if (fingers) field.inputMode = "none";
  field.addEventListener("focus", () => use(field));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    keyboard.querySelector(".key-row button[tabindex='0']").focus();
  });
  field.addEventListener("input", () => {
    preview(field);
    show();
  });
  preview(field);
}
keyboard.classList.add("live");
status.hidden = suits.hidden = false;
show();

// --- copying ---

const words = document.querySelector("[data-copy-words]").dataset;
for (const field of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words.copyWords;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Without https or permission there is only the old way.
      document.execCommand("copy");
    }
    button.textContent = words.copiedWords;
  });
  field.after(button);
}
