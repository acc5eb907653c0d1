// Rankings: each row moves up and down, by button or by dragging its grip.
import { form, say } from "./form.js";

function selectsOf(list) {
  return [...list.querySelectorAll("select")];
}

// The value moves, the rows between make room, and the fields stay where they are.
function move(list, from, to) {
  const selects = selectsOf(list);
  if (to < 0 || to >= selects.length || from === to) return;
  const values = selects.map((select) => select.value);
  values.splice(to, 0, ...values.splice(from, 1));
  const labels = new Map(selects.flatMap((select) => [...select.options].map((o) => [o.value, o.label])));
  selects.forEach((select, row) => {
    const wanted = values[row];
    if (![...select.options].some((option) => option.value === wanted)) select.add(new Option(labels.get(wanted), wanted));
    select.value = wanted;
  });
  selects[to].dispatchEvent(new Event("change", { bubbles: true }));
}

function button(words, sign, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = sign;
  made.setAttribute("aria-label", words);
  made.addEventListener("click", act);
  return made;
}

function equip(list) {
  [...list.children].forEach((row, number) => {
    const tools = document.createElement("span");
    tools.className = "ranking-tools";
    const place = { place: number + 1 };
    if (number) {
      tools.append(button(say("up", place), "↑", () => {
        move(list, number, number - 1);
        list.children[number - 1].querySelector("select").focus();
      }));
    }
    if (number < list.children.length - 1) {
      tools.append(button(say("down", place), "↓", () => {
        move(list, number, number + 1);
        list.children[number + 1].querySelector("select").focus();
      }));
    }
    const grip = document.createElement("span");
    grip.className = "grip";
    grip.setAttribute("aria-hidden", "true");
    grip.addEventListener("pointerdown", (event) => drag(list, number, grip, event));
    row.querySelector("select").before(grip);
    row.querySelector("select").after(tools);
  });
}

function drag(list, number, grip, event) {
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  let at = number;
  list.children[at].classList.add("held");
  const moved = (moving) => {
    const rows = [...list.children];
    const over = rows.findIndex((row) => {
      const box = row.getBoundingClientRect();
      return moving.clientY >= box.top && moving.clientY < box.bottom;
    });
    if (over < 0 || over === at) return;
    move(list, at, over);
    rows[at].classList.remove("held");
    rows[over].classList.add("held");
    at = over;
  };
  const done = () => {
    grip.removeEventListener("pointermove", moved);
    list.children[at].classList.remove("held");
  };
  grip.addEventListener("pointermove", moved);
  for (const end of ["pointerup", "pointercancel"]) grip.addEventListener(end, done, { once: true });
}

// A list that may be longer has always room for one more.
function grow(list) {
  const last = list.lastElementChild;
  const select = last.querySelector("select");
  const number = list.children.length;
  if (!select.value || number >= select.options.length - 1) return;
  for (const tool of list.querySelectorAll(".ranking-tools, .grip")) tool.remove();
  const row = last.cloneNode(true);
  const renamed = (text) => text.replace(/\d+$/, String(number));
  const blank = row.querySelector("select");
  const remarks = row.querySelector(".remarks");
  Object.assign(blank, { name: renamed(select.name), id: renamed(select.id), value: "" });
  Object.assign(remarks, { id: `${blank.id}-remarks` }).replaceChildren();
  blank.setAttribute("aria-describedby", remarks.id);
  blank.removeAttribute("aria-invalid");
  const label = row.querySelector("label");
  label.htmlFor = blank.id;
  label.textContent = label.textContent.replace(/\d+$/, String(number + 1));
  list.append(row);
  equip(list);
}

export function start() {
  for (const list of form.querySelectorAll("[data-ranking]")) equip(list);
  for (const list of form.querySelectorAll("[data-grows]")) {
    grow(list);
    list.addEventListener("change", () => grow(list));
  }
}
