// Ways between pages and lists of chapters may scroll: the one being shown is moved into sight.
export function intoSight(link) {
  const strip = link.closest(".tabs, .chapters");
  strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
  strip.scrollTop = link.offsetTop - strip.offsetTop - (strip.clientHeight - link.offsetHeight) / 2;
}

for (const link of document.querySelectorAll(":is(.tabs, .chapters) [aria-current]")) intoSight(link);

// What unfolds over the page folds again when one turns to something else.
function fold(except) {
  for (const more of document.querySelectorAll(".more-ways[open]")) {
    if (!more.contains(except)) more.open = false;
  }
}

document.addEventListener("click", (event) => fold(event.target));
document.addEventListener("focusin", (event) => fold(event.target));
document.addEventListener("keydown", (event) => {
  const more = event.key === "Escape" && document.querySelector(".more-ways[open]");
  if (!more) return;
  if (more.contains(document.activeElement)) more.querySelector("summary").focus();
  more.open = false;
});
