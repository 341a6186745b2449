// Results renew themselves while they are looked at. The server says nothing as long as there is nothing new; without
// this script, or after an error, the page stays as it was loaded.

const EVERY = 10_000;
const results = document.querySelector("[data-live]");

function note() {
  for (const words of document.querySelectorAll("[data-live-note]")) words.hidden = false;
}

// What the reader has opened, scrolled to and is about to press stays so in the new part.
function carry(before, after) {
  for (const opened of before.querySelectorAll("details[open][id]")) {
    after.querySelector(`#${CSS.escape(opened.id)}`)?.setAttribute("open", "");
  }
  const from = before.querySelector(".scroll");
  const to = after.querySelector(".scroll");
  const focused = before.contains(document.activeElement) ? document.activeElement : null;
  const place = focused?.getAttribute("href");
  const same = place && [...after.querySelectorAll("a")].find((link) => link.getAttribute("href") === place);
  before.replaceWith(after);
  if (from && to) to.scrollTo(from.scrollLeft, from.scrollTop);
  if (focused) (same || to || after).focus({ preventScroll: true });
}

async function renew() {
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.set("seen", results.dataset.live);
  const answer = await fetch(address, { headers: { Accept: "text/html" }, redirect: "error" });
  if (answer.status === 204) return;
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-live]");
  if (!fresh) throw new Error("no results");
  const known = new Set();
  let last = null;
  for (const part of [...fresh.children]) {
    known.add(part.id);
    const old = document.getElementById(part.id);
    if (!old) results.insertBefore(part, last ? last.nextSibling : results.firstChild);
    else if (!old.isEqualNode(part)) carry(old, part);
    last = document.getElementById(part.id);
  }
  for (const old of [...results.children]) if (!known.has(old.id)) old.remove();
  results.dataset.live = fresh.dataset.live;
  note();
}

async function look() {
  if (!document.hidden) {
    try {
      await renew();
    } catch {
      return;
    }
  }
  setTimeout(look, EVERY);
}

if (results) {
  note();
  setTimeout(look, EVERY);
}
