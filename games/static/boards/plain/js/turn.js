// The turn form of a game that nobody has drawn: its fields are saved as they are filled.
import { form } from "../../../site/js/turn/form.js";
import { start as saving } from "../../../site/js/turn/saving.js";

saving();
// From here on what is chosen is saved at once.
form.dataset.serves = "";
