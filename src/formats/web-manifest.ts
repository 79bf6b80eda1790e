import type { Locale } from "../domain/locale.js";

/** W3C Web Application Manifest; `address` returns the path of a built file. */
export function webManifest(name: string, description: string, locale: Locale, address: (file: string) => string) {
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: address(`/icons/${file}.png`),
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    name,
    short_name: name,
    description,
    lang: locale,
    start_url: `/${locale}`,
    scope: "/",
    display: "browser",
    background_color: "#fbf8f1",
    theme_color: "#fbf8f1",
    icons: [icon("icon-192", 192, "any"), icon("icon-512", 512, "any"), icon("icon-maskable-512", 512, "maskable")],
  };
}
