import { expect, it } from "@jest/globals";
import { errorsIn } from "./support/html.js";
import { site } from "./support/site.js";
import { everyAddress } from "./support/specified-pages.js";

const { get, raw } = site();
it.each(everyAddress)("%s is valid HTML", async (address) => {
  expect(await errorsIn((await get(address)).text)).toEqual([]);
});

it("an error page is valid HTML", async () => {
  expect(await errorsIn((await raw("/nb/finnes-ikke")).text)).toEqual([]);
});
