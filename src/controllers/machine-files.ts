import type { Request, Response } from "express";
import type { Assets } from "../content/assets.js";
import type { Library } from "../content/library.js";
import type { Locale } from "../domain/locale.js";
import { webManifest } from "../formats/web-manifest.js";

/** Files that programs read. */
export function machineFilesController({ assets, library }: { assets: Assets; library: Library }) {
  return {
    webManifest(request: Request, response: Response) {
      const locale = request.language as Locale;
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

      response.type("application/manifest+json").send(JSON.stringify(manifest));
    },
  };
}
