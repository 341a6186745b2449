// The button that prints the page; without this script the browser's own menu does.

const print = document.querySelector("[data-print]");

print.hidden = false;
print.addEventListener("click", () => window.print());
