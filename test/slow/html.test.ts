import { expect } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { site } from "../support/site.js";
import { everyAddress } from "../support/specified-pages.js";
import { errorsIn } from "../support/valid-html.js";

const { get } = site();

forEvery(everyAddress)("a page is valid HTML in every language", async (address) => {
  expect(await errorsIn((await get(address)).text)).toEqual([]);
});
