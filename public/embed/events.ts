import cityFile from "../../content/cities.json" with { type: "json" };
import { type City, cityBySpelling } from "../../src/addresses/cities.js";
import { defaultLocale, isLocale, type Locale, localeOfTag } from "../../src/text/locale.js";

interface CommerceEvent {
  readonly title: string;
  readonly url: string;
  readonly dateText: string;
  readonly description: string;
  readonly startsAt: string;
  readonly previousStartsAt: string | null;
  readonly status: "confirmed" | "tentative" | "cancelled" | "postponed";
  readonly signUp: "open" | "full" | "closed" | null;
  readonly cityName: string;
  readonly attendance: "in-person" | "online" | "hybrid";
  readonly venue: { readonly name: string } | null;
}

const texts = {
  en: {
    empty: "No dates are set yet.",
    unknownCity: (city: string, known: string) => `We have no city called “${city}”. Our cities are ${known}.`,
    failed: "The dates cannot be shown right now.",
    link: "See them on our site",
    online: "Online",
    hybrid: "also online",
    tentative: "Not yet confirmed.",
    signUp: { open: "", full: "Full", closed: "Sign-up closed" },
  },
  sv: {
    empty: "Inga datum är satta ännu.",
    unknownCity: (city: string, known: string) => `Vi har ingen stad som heter ”${city}”. Våra städer är ${known}.`,
    failed: "Datumen kan inte visas just nu.",
    link: "Se dem på vår webbplats",
    online: "På nätet",
    hybrid: "även på nätet",
    tentative: "Inte bekräftad än.",
    signUp: { open: "", full: "Fullt", closed: "Anmälan är stängd" },
  },
  nb: {
    empty: "Det er ikke planlagt noe ennå.",
    unknownCity: (city: string, known: string) => `Vi har ingen by som heter «${city}». Byene våre er ${known}.`,
    failed: "Arrangementene kan ikke vises akkurat nå.",
    link: "Se dem på nettstedet vårt",
    online: "På nett",
    hybrid: "også på nett",
    tentative: "Ikke bekreftet ennå.",
    signUp: { open: "", full: "Fullt", closed: "Påmeldingen er stengt" },
  },
} as const;

const cities: readonly City[] = Object.entries(cityFile).map(([slug, city]) => ({
  ...city,
  slug,
  zone: city.timezone,
}));
const origin = new URL(import.meta.url).origin;
const TIMEOUT_MS = 10_000;

/** Colours and scheme are those of the page around it. */
const styles = `
:host { display: block; color: var(--events-text, inherit); font: var(--events-font, inherit) }
ol { list-style: none; margin: 0; padding: 0; border-top: 3px solid var(--events-line, currentcolor) }
li { display: grid; gap: .15em; padding: .75em 0; border-bottom: 1px solid; border-color: var(--events-line, color-mix(in srgb, currentcolor 33%, transparent)) }
a { color: var(--events-link, inherit); font-weight: 600; text-underline-offset: .2em }
a:focus-visible { outline: 3px solid; outline-offset: 2px }
p { margin: 0 }
time { font-variant-numeric: tabular-nums; font-weight: 600 }
.off :is(time, a) { text-decoration: line-through }
.place { color: var(--events-muted, color-mix(in srgb, currentcolor 75%, transparent)) }
.change { color: var(--events-change, color-mix(in srgb, #e07000 50%, currentcolor)) }
`;
/** Any `style-src` allows a style sheet made by script. Safari knows it from 16.4 on. */
const sheet = "adoptedStyleSheets" in document ? new CSSStyleSheet() : undefined;
sheet?.replaceSync(styles);

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The API puts what was changed, and why, in a paragraph before the description. */
function itemOf(event: CommerceEvent, locale: Locale): HTMLLIElement {
  const { title, url, dateText, description, startsAt, previousStartsAt, status, venue, cityName, attendance } = event;
  const isOff = status === "cancelled" || status === "postponed";
  const change = isOff || previousStartsAt !== null ? description.split("\n\n")[0]! : "";
  const { online, hybrid, tentative, signUp } = texts[locale];
  const places = attendance === "online" ? [online] : [venue?.name, cityName, attendance === "hybrid" && hybrid];
  const notes = [event.signUp && signUp[event.signUp], status === "tentative" && tentative, change];
  return element(
    "li",
    { className: isOff ? "off" : "" },
    element("time", { dateTime: startsAt }, dateText.replace("–", "–\u2060")), // 17:30–20:00 stays on one line
    element("a", { href: url }, title),
    element("p", { className: "place" }, places.filter(Boolean).join(", ")),
    ...notes.flatMap((note) => (note ? [element("p", { className: "change" }, note)] : [])),
  );
}

/** `<for-commerce-events city="gothenburg" locale="sv" concept="AFTER" limit="5">`; its own content shows until the dates do. */
class CommerceEvents extends HTMLElement {
  static readonly observedAttributes = ["city", "concept", "limit", "locale"];
  #loading: AbortController | undefined;
  #isScheduled = false;

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
    this.#show(element("slot", {}));
  }

  connectedCallback(): void {
    this.#schedule();
  }

  disconnectedCallback(): void {
    this.#loading?.abort();
    this.#loading = undefined;
  }

  attributeChangedCallback(): void {
    this.#schedule();
  }

  #show(content: HTMLElement): void {
    const root = this.shadowRoot!;
    root.replaceChildren(content);
    if (sheet) root.adoptedStyleSheets = [sheet];
    else root.append(element("style", {}, styles));
  }

  /** The browser reports each attribute by itself; all of them make one request. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.isConnected) void this.#load();
    });
  }

  async #load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const query = new URLSearchParams({ limit: "5" });
    for (const name of CommerceEvents.observedAttributes) {
      const value = parameterOf(name, this.getAttribute(name)?.trim() ?? "");
      if (value) query.set(name, value);
    }
    const given = query.get("locale");
    const locale = isLocale(given) ? given : defaultLocale;
    const timer = setTimeout(() => loading.abort(new Error("There was no answer in time.")), TIMEOUT_MS);
    let shown: HTMLElement | undefined;
    try {
      shown = await listFor(query, locale, loading.signal);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the developer of the page sees which attribute is invalid
      if (this.#loading === loading) console.error("<for-commerce-events> cannot load its dates.", error);
    }
    clearTimeout(timer);
    if (this.#loading !== loading) return;
    const isFallback = !shown && this.textContent !== "";
    this.#show(isFallback ? element("slot", {}) : element("div", { lang: locale }, shown ?? failureOf(query, locale)));
    this.dispatchEvent(new Event("load"));
  }
}

/** As the API takes it; an unknown language is as none. */
function parameterOf(attribute: string, text: string): string | undefined {
  if (attribute === "city") return cityBySpelling(cities, text)?.slug ?? text;
  if (attribute === "concept") return text.toUpperCase();
  if (attribute === "locale") return localeOfTag(text);
  return text;
}

const homeLink = (locale: Locale) => element("a", { href: `${origin}/${locale}` }, texts[locale].link);
const failureOf = (query: URLSearchParams, locale: Locale) =>
  unknownCityIn(query, locale) ?? element("p", {}, `${texts[locale].failed} `, homeLink(locale));

async function listFor(query: URLSearchParams, locale: Locale, signal: AbortSignal): Promise<HTMLElement> {
  const { empty } = texts[locale];
  const response = await fetch(`${origin}/api/events?${query}`, { credentials: "omit", signal });
  if (!response.ok) throw new Error(await response.text());
  const { events } = (await response.json()) as { events: readonly CommerceEvent[] };
  if (events.length > 0) return element("ol", { role: "list" }, ...events.map((event) => itemOf(event, locale)));
  return unknownCityIn(query, locale) ?? element("p", {}, `${empty} `, homeLink(locale));
}

function unknownCityIn(query: URLSearchParams, locale: Locale): HTMLElement | undefined {
  const city = query.get("city");
  if (city === null || cityBySpelling(cities, city)) return undefined;
  const known = new Intl.ListFormat(locale === "en" ? "en-GB" : locale).format(
    cities.map(({ names }) => names[locale]),
  );
  return element("p", {}, `${texts[locale].unknownCity(city, known)} `, homeLink(locale));
}

// A page may load the script twice.
if (!customElements.get("for-commerce-events")) customElements.define("for-commerce-events", CommerceEvents);
