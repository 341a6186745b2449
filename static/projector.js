// Steps without leaving the page, so that a full screen stays full: the next page is fetched and its pieces put in place.

const STEPS = {
  ArrowRight: "next", PageDown: "next", " ": "next",
  ArrowLeft: "previous", PageUp: "previous",
  Home: "first", End: "last",
};
const piece = (name, page = document) => page.querySelector(`[data-piece="${name}"]`);
const whole = piece("whole");
let last = Promise.resolve();

// Attributes are taken over and the content where it differs; the elements stay, and with them focus and live region.
function become(old, made) {
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old !== whole && old.innerHTML !== made.innerHTML) old.replaceChildren(...made.childNodes);
}

async function show(address) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || !piece("whole", page)) throw new Error(`no hand at ${address}`);
  for (const old of document.querySelectorAll("[data-piece]")) become(old, piece(old.dataset.piece, page));
  document.title = page.title;
  document.querySelector(".board .newest")?.scrollIntoView({ block: "nearest" });
  return answer.url;
}

function withoutStep(address) {
  const url = new URL(address);
  url.searchParams.delete("step");
  return `${url.pathname}?${url.searchParams}`;
}

// A step replaces its address, another hand gets one of its own: the browser's "back" leads from hand to hand.
async function follow(address) {
  try {
    const shown = await show(address);
    const isStep = withoutStep(shown) === withoutStep(location.href);
    history[isStep ? "replaceState" : "pushState"](null, "", shown);
  } catch {
    location.assign(address);
  }
}

// A step pressed while another is fetched waits for it, and then goes on from there.
function go(name) {
  last = last.then(() => {
    const address = piece(name).getAttribute("href");
    return address && follow(address);
  });
}

addEventListener("popstate", () => { last = last.then(() => show(location.href)).catch(() => location.reload()); });

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  // A key that is held down must not run through the answers.
  if (event.repeat && STEPS[event.key]) event.preventDefault();
  if (event.repeat) return;
  if (event.key === "f" || event.key === "F") fill();
  else if (STEPS[event.key] && !(event.key === " " && event.target.matches("button"))) go(STEPS[event.key]);
  else return;
  event.preventDefault();
});

whole.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link?.closest(".stepping")) go(link.dataset.piece);
  else if (link?.closest(".edge-list")) last = last.then(() => follow(link.getAttribute("href")));
  else return;
  event.preventDefault();
});

// A line that is pointed at raises its tiles.
whole.addEventListener("pointerover", (event) => {
  const line = event.target.closest("[data-lights]");
  if (line) whole.dataset.pointed = line.dataset.lights;
  else delete whole.dataset.pointed;
});

const button = document.querySelector("[data-full]");

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

button.hidden = !document.fullscreenEnabled;
button.addEventListener("click", fill);
document.addEventListener("fullscreenchange", () => button.setAttribute("aria-pressed", document.fullscreenElement !== null));
