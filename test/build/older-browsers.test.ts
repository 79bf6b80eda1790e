import { expect, it } from "@jest/globals";
import { site } from "../support/site.js";

it.each(["/styles/site.css", "/embed/page.css"])("%s has nothing that older browsers do not know", (name) => {
  const { all, address } = site().services.assets;
  const css = `${all.find((file) => file.address === address(name))!.read().identity}`;
  const [known, fallback] = css.split("@supports not (color: light-dark(#000,#fff))");
  expect(known).toContain("light-dark(");
  expect(fallback).not.toContain("light-dark(");
  expect(css).not.toMatch(/[{};]&|@media[^{]*(?:[<>]|not \()/);
  expect(css.replaceAll(/content:([^;}]+);content:\1 \/ ""/g, "")).not.toContain(' / ""');
});
