// The turn form of a game that nobody has drawn: its fields are saved as they are filled.
import { start as saving } from "../../../site/js/turn/saving.js";

saving();
