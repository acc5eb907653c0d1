// Ways between pages and lists of seasons are one line that scrolls: the one being shown is moved into sight.
export function intoSight(link) {
  const strip = link.closest(".tabs, .seasons");
  strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
}

for (const link of document.querySelectorAll(":is(.tabs, .seasons) [aria-current]")) intoSight(link);
