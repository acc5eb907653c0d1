// The boxes and orders of a plan, in the fields of its form.
import { data, form, put, value } from "../../../../site/js/turn/form.js";

// Every field that takes a county card, which can lie in one of them only.
export const boxes = [...form.querySelectorAll("[data-put]")].map((button) => button.dataset.put);

export function boxOf(county) {
  return boxes.find((name) => value(name) === county);
}

// There is one card of each county; of coins and other cards there are several.
export function isCounty(card) {
  return card in data.names;
}

// A county card leaves the box it lay in; the others are many.
export function lay(name, card) {
  const before = isCounty(card) ? boxOf(card) : undefined;
  if (before && before !== name) put(before, "");
  put(name, card);
}

export function actionOf(box = "") {
  return box.startsWith("boxes.") ? box.slice("boxes.".length) : "";
}

// Each list of orders with the county its armies march from.
export function orderLists() {
  return [...form.querySelectorAll("[data-orders]")].map((list) => {
    const name = list.dataset.orders;
    const origin = name === "orders" ? data.origin : value(`boxes.${name.slice("moves.".length)}`);
    return { list, name, origin: origin in data.near ? origin : "" };
  });
}

// Where armies may go from a county: with most actions to any neighbour, with one to one's own only.
export function reach(origin, action) {
  const near = data.near[origin] ?? [];
  return action === "deploy_1_move" ? near.filter((county) => county in data.near) : near;
}

export function rowsOf(list) {
  return [...list.querySelectorAll("[data-order]")].map((row) => ({
    row,
    name: row.dataset.order.slice(0, -".to".length),
  }));
}

export function countyOnMap(county) {
  return document.querySelector(`.map .county[data-county="${county}"]`);
}
