/** What every page runs. Without it, all of the site works. */
import "./dialogue.js";
import "./menu.js";
import "./share.js";
