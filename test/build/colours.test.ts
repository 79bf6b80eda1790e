import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { forOlderBrowsers } from "../../src/build/assets.js";
import { site } from "../support/site.js";

const styles = readFileSync("public/styles/tokens.css", "utf8");
const byDay = (token: string, css: string) =>
  new RegExp(`--${token}: (?:light-dark\\()?(#[0-9a-f]+)`).exec(css)?.[1]?.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
const { get, services } = site();
const fileAt = (address?: string) => services.assets.all.find((asset) => asset.address === address)!.read().identity;

it("the icon and the web manifest have the colours of the style tokens", async () => {
  const { $ } = await get("/en");
  const icon = fileAt($("link[rel=icon][type='image/svg+xml']").attr("href")).toString();
  for (const token of ["after", "boardroom", "commons"]) expect(icon).toContain(byDay(token, styles));

  const manifest = JSON.parse((await get($("link[rel=manifest]").attr("href")!)).text);
  const paper = byDay("paper", styles);
  expect(manifest).toMatchObject({ background_color: paper, theme_color: paper });
});

it.each(["/styles/site.css", "/embed/page.css"])("%s has each colour for browsers without light-dark()", (address) => {
  const served = fileAt(services.assets.address(address)).toString();
  const [known, fallback] = served.split("@supports not (color: light-dark(#000,#fff))");
  const [light, dark] = fallback!.split("@media screen and (prefers-color-scheme:dark)");
  const colours = [...known!.matchAll(/([\w-]+): ?light-dark\(([^,]+), ?([^)]+)\)/g)];
  expect(colours.length).toBeGreaterThan(3);
  for (const [, property, day, night] of colours) {
    expect(light).toMatch(new RegExp(`[{;]${property}: ?${day}[;}]`));
    expect(dark).toMatch(new RegExp(`[{;]${property}: ?${night}[;}]`));
  }
  expect(fallback).not.toContain("light-dark");
});

it("older browsers get media queries and marks that they know", () => {
  expect(forOlderBrowsers('@media (width < 48rem) { p::before { content: "+" / ""; } }')).toBe(
    '@media not all and (width >= 48rem) { p::before { content: "+"; content: "+" / ""; } }',
  );
  expect(fileAt(services.assets.address("/styles/site.css")).toString()).not.toMatch(
    /[{};]&|@media[^{]*(?:[<>]|not \()/,
  );
});
