import { expect, it } from "@jest/globals";
import { forOlderBrowsers } from "../../src/build/assets.js";
import { site } from "../support/site.js";

it("older browsers get media queries, marks and colours that they know", () => {
  expect(forOlderBrowsers('@media (width < 48rem) { p::before { content: "+" / ""; } }')).toBe(
    '@media not all and (width >= 48rem) { p::before { content: "+"; content: "+" / ""; } }',
  );
  const [, fallback] = forOlderBrowsers("p { color: light-dark(#111, #eee); }").split("#fff)) ");
  expect(fallback!.replace(/\s+/g, " ")).toBe(
    "{ p { color: #111; } @media screen and (prefers-color-scheme: dark) { p { color: #eee; } } }",
  );
});

it.each(["/styles/site.css", "/embed/page.css"])("%s has nothing that older browsers do not know", (name) => {
  const { all, address } = site().services.assets;
  const css = `${all.find((file) => file.address === address(name))!.read().identity}`;
  const [known, fallback] = css.split("@supports not (color: light-dark(#000,#fff))");
  expect(known).toContain("light-dark(");
  expect(fallback).not.toContain("light-dark(");
  expect(css).not.toMatch(/[{};]&|@media[^{]*(?:[<>]|not \()/);
});
