/** Styles, scripts, fonts, icons and images, as the build writes them. */
import { expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { site } from "./support/site.js";

const { get, raw, services } = site();
const [style, image] = ["/styles/site.css", "/share/home.sv.png"].map((name) => services.assets.address(name)!);

forEvery([
  [style!, "text/css; charset=utf-8", "/styles/site.ABCD1234.css"],
  [image!, "image/png", "/share/home.sv.ABCD1234.png"],
])("a built file is immutable under its fingerprint, and served briefly under another", async (address, type, old) => {
  const current = await raw(address);
  const { etag } = current.headers;
  const immutable = { "cache-control": "public, max-age=31536000, immutable", "content-type": type };
  expect(current).toMatchObject({ status: 200, headers: immutable });
  const { text } = current;
  const headers = { "cache-control": "public, max-age=60", etag };
  expect(await raw(old)).toMatchObject({ status: 200, text, headers });
  expect((await raw(`http://any.example:8080${address}`)).text).toBe(text);
});

forEvery([
  ["/styles/other.ABCD1234.css", 404],
  ["/en/after-commerce.ABCD1234.md", 404],
  ["/share/home.png", 404],
  ["/favicon.ico", 200],
  ["/apple-touch-icon.png", 200],
  ["/icons/icon-512.png", 200],
  ["/fonts/OFL.txt", 200], // the licence of the fonts asks for it
])("an unknown file is missing, and icons are where browsers look", async (address, status) =>
  expect((await raw(address)).status).toBe(status),
);

it("the web manifest is in the page's language, and its icons exist in the stated sizes", async () => {
  const { $ } = await get("/nb");
  const { headers, text } = await get($("link[rel=manifest]").attr("href")!);
  const manifest = JSON.parse(text);
  expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
  expect(manifest).toMatchObject({ name: services.library.organisation.name, lang: "nb", start_url: "/nb" });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(["any", "any", "maskable"]);
  for (const { src, sizes } of manifest.icons) {
    const image = services.assets.all.find((asset) => asset.address === src)!.read().identity;
    expect(`${image.readUInt32BE(16)}x${image.readUInt32BE(20)}`).toBe(sizes);
  }
});

it("no script for browsers has a lookbehind, which is a syntax error in Safari before 16.4", () => {
  const scripts = services.assets.all.filter(({ address }) => address.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(1);
  for (const { address, read } of scripts)
    expect({ address, lookbehinds: /\(\?<[=!].*/.exec(`${read().identity}`) }).toEqual({ address, lookbehinds: null });
});

it.each(["/styles/site.css", "/embed/page.css"])("%s has nothing that older browsers do not know", (name) => {
  const { all, address } = services.assets;
  const css = `${all.find((file) => file.address === address(name))!.read().identity}`;
  const [known, fallback] = css.split("@supports not (color: light-dark(#000,#fff))");
  expect(known).toContain("light-dark(");
  expect(fallback).not.toContain("light-dark(");
  expect(css).not.toMatch(/[{};]&|@media[^{]*(?:[<>]|not \()/);
  expect(css.replaceAll(/content:([^;}]+);content:\1 \/ ""/g, "")).not.toContain(' / ""');
});
