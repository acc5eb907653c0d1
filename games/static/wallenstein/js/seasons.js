// The list of seasons is one line that scrolls: the one being shown is moved into sight.
export function intoSight(link) {
  const strip = link.closest(".seasons");
  strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
}
