// The turn form with a script: the same fields, filled from the map, the cards or the keyboard.
import { start as arrows } from "./plan/arrows.js";
import { start as orders } from "./plan/orders.js";
import { start as picking } from "./plan/picking.js";
import { start as ranking } from "./plan/ranking.js";
import { start as saving } from "./plan/saving.js";

document.documentElement.classList.add("scripted");
orders();
ranking();
picking();
arrows();
saving();
