// An address that names a line leads to it, also where it lies in a fold; not every browser unfolds by itself.
function unfold() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!named) return;
  for (let fold = named.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  named.scrollIntoView();
}

unfold();
addEventListener("hashchange", unfold);
