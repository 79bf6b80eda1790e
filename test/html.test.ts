import { expect, it } from "@jest/globals";
import { HtmlValidate } from "html-validate";
import { site } from "./support/site.js";
import { everyAddress } from "./support/specified-pages.js";

const { get, raw } = site();
const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    "no-implicit-button-type": "error",
    // Style: an attribute without a value and one that is empty are the same HTML.
    "attribute-empty-style": "off",
  },
});

async function errorsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line}: ${ruleId}: ${message}`),
  );
}

it.each(everyAddress)("%s is valid HTML", async (address) => {
  expect(await errorsIn((await get(address)).text)).toEqual([]);
});

it("an error page is valid HTML", async () => {
  expect(await errorsIn((await raw("/nb/finnes-ikke")).text)).toEqual([]);
});
