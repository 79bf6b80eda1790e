import type { Locale } from "../text/locale.js";

interface AppIdentity {
  readonly name: string;
  readonly description: string;
  readonly locale: Locale;
  readonly startPath: string;
  readonly icon192: string;
  readonly icon512: string;
  readonly maskableIcon: string;
}

/** W3C Web Application Manifest. */
export function webManifest(app: AppIdentity) {
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: file,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    name: app.name,
    short_name: app.name,
    description: app.description,
    lang: app.locale,
    start_url: app.startPath,
    scope: "/",
    display: "browser",
    background_color: "#fbf8f1",
    theme_color: "#fbf8f1",
    icons: [icon(app.icon192, 192, "any"), icon(app.icon512, 512, "any"), icon(app.maskableIcon, 512, "maskable")],
  };
}
