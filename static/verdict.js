// A line of the count raises its tiles: while it is pointed at or has the focus, or after a tap until the next one.

const lines = [...document.querySelectorAll("[data-lights]")];
const tiles = [...document.querySelectorAll("[data-place]")];
let kept = null;

function light(line) {
  const places = new Set(line?.dataset.lights.split(" "));
  for (const tile of tiles) tile.classList.toggle("lit", places.has(tile.dataset.place));
  for (const group of lines) {
    if (group.matches("li")) {
      const shares = group.dataset.lights.split(" ").some((place) => places.has(place));
      group.classList.toggle("lit", line !== group && shares);
    }
  }
}

for (const line of lines) {
  line.addEventListener("pointerenter", () => light(line));
  line.addEventListener("pointerleave", () => light(kept));
  line.addEventListener("focus", () => light(line));
  line.addEventListener("blur", () => light(kept));
  line.addEventListener("click", () => {
    kept = kept === line ? null : line;
    light(kept);
  });
}
