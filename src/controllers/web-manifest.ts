import { neverExpires } from "../domain/expiring.js";
import type { Locale } from "../domain/locale.js";
import { webManifest } from "../formats/web-manifest.js";
import type { BodyHandler } from "../http/cache-response.js";
import type { Services } from "../services.js";

export function webManifestController({ assets, library }: Pick<Services, "assets" | "library">) {
  const show = (locale: Locale): BodyHandler => {
    return (_request, response) => {
      const manifest = webManifest({
        name: library.organisation.name,
        description: library.page("home", locale).description,
        locale,
        icons: [
          { src: assets.address("/icons/icon-192.png"), size: 192, purpose: "any" },
          { src: assets.address("/icons/icon-512.png"), size: 512, purpose: "any" },
          { src: assets.address("/icons/icon-maskable-512.png"), size: 512, purpose: "maskable" },
        ],
      });
      response.type("application/manifest+json");
      return neverExpires(JSON.stringify(manifest));
    };
  };
  return { show };
}
