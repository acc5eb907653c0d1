// The turn form with a script: the same fields, filled from the map, the cards or the keyboard.
import { start as arrows } from "./plan/arrows.js";
import { form } from "../../../site/js/turn/form.js";
import { start as guide } from "./plan/guide.js";
import { start as history } from "./plan/history.js";
import { start as keys } from "./plan/keys.js";
import { start as mat } from "./plan/mat.js";
import { start as orders } from "./plan/orders.js";
import { start as picking } from "./plan/picking.js";
import { start as ranking } from "../../../site/js/turn/ranking.js";
import { start as saving } from "../../../site/js/turn/saving.js";
import { start as wishes } from "./plan/wishes.js";

orders();
ranking();
wishes();
mat();
picking();
arrows();
history();
keys();
saving();
guide();
// From here on a finger on the map does something; the buttons say so by themselves.
form.dataset.serves = "";
