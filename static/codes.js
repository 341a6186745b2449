// Recovery codes: copy and print, where the browser can. Without this script they can be saved, marked and printed.

const codes = document.querySelector("[data-codes]");
const copy = document.querySelector("[data-copy]");
const print = document.querySelector("[data-print]");
const status = document.querySelector("[data-copy-status]");

const text = () => [...codes.querySelectorAll("code")].map((code) => code.textContent).join("\n");

if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(`${text()}\n`);
    copy.textContent = copy.dataset.copied;
    status.textContent = copy.dataset.copied;
  });
}

print.hidden = false;
print.addEventListener("click", () => window.print());
