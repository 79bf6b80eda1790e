import { expect } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { errorsIn } from "../support/html.js";
import { site } from "../support/site.js";
import { everyAddress } from "../support/specified-pages.js";

const { get } = site();

forEvery(everyAddress)("a page is valid HTML in every language", async (address) => {
  expect(await errorsIn((await get(address)).text)).toEqual([]);
});
