/** A fact that the owner changes in content/ changes everywhere it is used. */
import { expect, it } from "@jest/globals";
import { inEachLocale } from "../src/text/locale.js";
import { discount } from "./fixtures/discounts.js";
import { libraryOf } from "./support/content-folder.js";
import { copyOf } from "./support/folders.js";
import { attributesOf } from "./support/html.js";
import { languages, legalName } from "./support/shipped.js";
import { site } from "./support/site.js";

/** The site with another chat community, legal owner, price and VAT, and with other discounts. */
const content = copyOf("content");
const change = (file: string, changed: object) =>
  content.change(file, (text) => JSON.stringify({ ...JSON.parse(text), ...changed }));
change("site.json", {
  legalName: "Ek & Ås AB",
  postalAddress: "Storgatan 1, Göteborg",
  chat: { product: "Zulip", segment: "zulip", invite: "https://chat.example.org/join" },
});
change("membership.json", {
  price: 2000,
  vat: 20,
  discounts: {
    student: discount(40, "student", { form: "student", proof: inEachLocale(() => "a card") }),
    senior: discount(30, "senior", { name: { en: "Seniors", sv: "Seniorer", nb: "Seniorer" } }),
    group: discount(20, "group", { minPeople: 3, who: inEachLocale(() => "{{membership.group-size}} or more") }),
  },
});
const { get } = site({ files: { library: libraryOf(content.folder) } });

it("another name of the chat community moves its page and every link to it", async () => {
  const { $, text } = await get("/sv/commerce-commons/zulip");
  expect($("main").text()).toContain("Zulip");
  expect((await get("/sv/commerce-commons/discord")).status).toBe(404);
  const above = await get("/sv/commerce-commons");
  expect(above.text).toContain('href="/sv/commerce-commons/zulip"');
  for (const shown of [text, above.text]) expect(shown).not.toMatch(/discord/i);
});

it("the legal owner, once set, runs the site, is party to the terms and controller of personal data", async () => {
  const sentences = { en: "is run by", sv: "drivs av", nb: "drives av" };
  for (const language of languages) {
    const textOf = async (page: string, from = get) => (await from(`/${language}/${page}`)).$("main").text();
    expect(await textOf("about")).toContain(`${sentences[language]} Ek & Ås AB, Storgatan 1, Göteborg.`);
    if (legalName === null) expect(await textOf("about", site().get)).not.toContain(sentences[language]);
    expect(await textOf("legal/terms")).toContain("Ek & Ås AB");
    expect(await textOf("legal/privacy")).toContain("Ek & Ås AB, Storgatan 1, Göteborg");
  }
});

it("another price, VAT or discount changes every amount that depends on it", async () => {
  const text = async (path: string) => (await get(path)).$("main").text().replaceAll("\u00a0", " ");
  expect(await text("/en/commerce-commons/join")).toMatch(/SEK 2,000[\s\S]*SEK 2,400/);
  expect(await text("/en/commerce-commons/join/discounts/student")).toContain("SEK 1,440");
  expect(await text("/sv/commerce-commons/join/discounts")).toContain("40 %");
  for (const path of ["", "/join", "/included", "/join/discounts", "/join/discounts/student", "/faq"])
    for (const language of languages)
      expect(await text(`/${language}/commerce-commons${path}`)).not.toMatch(/1[ ,.]490|1[ ,.]862|931/);
});

it("a discount that is added or removed changes the pages, their Markdown and the choices of the form", async () => {
  for (const language of languages) {
    const path = `/${language}/commerce-commons/join`;
    const { $ } = await get(`${path}/discounts`);
    expect(attributesOf($, ".prices [id]", "id")).toEqual(["student", "senior", "group"]);
    expect((await get(`${path}/discounts.md`)).text).toMatch(/Senior[\s\S]*1[,\u00a0]400[\s\S]*### Senior/);
    const join = await get(path);
    expect(attributesOf(join.$, "input[name=discount]", "value")).toEqual(["senior", "group", "none"]);
    expect(join.$("label:has([value=group])").text()).toMatch(/(?:Three|Tre) or more[:,] .*1.600/);
  }
});
