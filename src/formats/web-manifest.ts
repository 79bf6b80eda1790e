import type { Locale } from "../domain/locale.js";

/** W3C Web Application Manifest; addresses are paths. */
export function webManifest(about: {
  readonly name: string;
  readonly description: string;
  readonly locale: Locale;
  readonly icons: readonly { readonly src: string; readonly size: number; readonly purpose: "any" | "maskable" }[];
}) {
  return {
    id: "/",
    name: about.name,
    short_name: about.name,
    description: about.description,
    lang: about.locale,
    start_url: `/${about.locale}`,
    scope: "/",
    display: "browser",
    background_color: "#fbf8f1",
    theme_color: "#fbf8f1",
    icons: about.icons.map(({ src, size, purpose }) => ({ src, sizes: `${size}x${size}`, type: "image/png", purpose })),
  };
}
