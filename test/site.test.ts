/** The rules that hold on every page, checked on one crawl of the site. */
import "./site/metadata.js";
import "./site/links.js";
import "./site/texts.js";
import "./site/dialogue.js";
import "./site/articles.js";
