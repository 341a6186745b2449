// The page of long work keeps itself up to date, and saves the file when it is there. The words are all the server's:
// the page is fetched anew, and its part put in the place of the old one. Without this script it loads again by itself.

const PAUSE = 1000;

const part = document.querySelector("[data-job]");
const told = document.querySelector("[data-told]");
let quarter = 0;

const isAtWork = (state) => state === "waiting" || state === "working";

// Who listens is told of each quarter, not of each step.
function tellSteps(bar, words) {
  const reached = bar.hasAttribute("value") ? Math.floor(bar.position * 4) : 0;
  if (reached > quarter && reached < 4) told.textContent = words;
  quarter = reached;
}

function showSteps(fresh) {
  const [bar, next] = [part, fresh].map((one) => one.querySelector("progress"));
  const [words, nextWords] = [part, fresh].map((one) => one.querySelector("[data-steps]"));
  for (const name of ["max", "value"]) {
    if (next.hasAttribute(name)) bar.setAttribute(name, next.getAttribute(name));
    else bar.removeAttribute(name);
  }
  words.textContent = nextWords.textContent;
  tellSteps(bar, words.textContent);
}

// The focus goes on to what is to be done next, but is not taken away from where somebody is doing something else.
function showState(fresh) {
  part.dataset.job = fresh.dataset.job;
  part.replaceChildren(...fresh.childNodes);
  told.textContent = part.querySelector("p").textContent;
  const next = part.querySelector("[data-next]");
  const idle = [null, document.body, document.querySelector("main")].includes(document.activeElement);
  if (next && idle) next.focus();
  part.querySelector("[data-file]")?.click();
}

async function look() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    // Signed out elsewhere, or deleted: that page says so itself.
    if (answer.redirected || answer.status === 404) return location.reload();
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-job]");
      if (fresh.dataset.job !== part.dataset.job) showState(fresh);
      else showSteps(fresh);
    }
  } catch {
    // The network or the server is away for a moment.
  }
  if (isAtWork(part.dataset.job)) setTimeout(look, PAUSE);
  return null;
}

setTimeout(look, PAUSE);
