// The turn form with a script: cards and actions are tapped, places are tapped on the board.
import { start as board } from "./turn/board.js";
import { start as choosing } from "./turn/choosing.js";
import { start as guide } from "./turn/guide.js";
import { form } from "../../../site/js/turn/form.js";
import { start as ranking } from "../../../site/js/turn/ranking.js";
import { start as saving } from "../../../site/js/turn/saving.js";

choosing();
ranking();
board();
saving();
guide();
// From here on a finger on the board does something.
form.dataset.serves = "";
