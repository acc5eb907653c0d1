// A choice on the way: the counties it is about are outlined from the start, and the one that is chosen is marked.
import { data, field, form, value } from "../../../../site/js/turn/form.js";
import { countyOnMap } from "./boxes.js";
import { made } from "../../../../site/js/svg.js";

const CHOSEN = ["take", "orders.0.to"];
const layer = document.getElementById("marks");

// Above all counties, or their neighbours would lie over half of each line; the chosen one above the others.
function outline() {
  const isChosen = (county) => CHOSEN.some((name) => value(name) === county);
  const marks = data.open.map((county) => {
    countyOnMap(county)?.classList.toggle("target", isChosen(county));
    return made("use", { href: `#land-${county}`, class: isChosen(county) ? "target-mark" : "offered-mark" });
  });
  layer.replaceChildren(...marks.filter((mark) => mark.matches(".offered-mark")), ...marks.filter((mark) => mark.matches(".target-mark")));
}

// A number only where one is asked for.
function showNumber() {
  const amount = field("orders.0.amount");
  const number = field("orders.0.number")?.closest(".order-number");
  if (number) number.hidden = amount.value !== "armies" && amount.value !== "leave";
}

function show() {
  outline();
  showNumber();
}

for (const county of data.open) countyOnMap(county)?.classList.add("offered");
form.addEventListener("change", show);
show();
