import type { Locale } from "../text/locale.js";
import { builtFiles, localePath } from "../addresses/paths.js";

/** W3C Web Application Manifest; `address` returns the path of a built file. */
export function webManifest(name: string, description: string, locale: Locale, address: (file: string) => string) {
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: address(file),
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
    start_url: localePath(locale),
    scope: "/",
    display: "browser",
    background_color: "#fbf8f1",
    theme_color: "#fbf8f1",
    icons: [
      icon(builtFiles.icon192, 192, "any"),
      icon(builtFiles.icon512, 512, "any"),
      icon(builtFiles.maskableIcon, 512, "maskable"),
    ],
  };
}
