import { conceptOfCode } from "../domain/concept.js";
import type { Locale } from "../domain/locale.js";
import type { AboutEvents } from "../formats/structured-events.js";
import { pricesOf } from "../site/membership.js";
import { shareImagePath } from "../site/paths.js";
import type { Site } from "./site.js";

export function aboutEvents({ assets, baseUrl, getFixedT, library }: Site, locale: Locale): AboutEvents {
  const { addresses, membership } = library;
  return {
    baseUrl,
    t: getFixedT(locale),
    imageOf: ({ concept, locale }) => {
      const image = assets.find(shareImagePath(conceptOfCode(concept).slug, locale));
      return image && baseUrl + image;
    },
    membership: {
      price: pricesOf(membership).withVat,
      currency: membership.currency,
      url: baseUrl + addresses.pathTo("commerce-commons-join", locale),
    },
  };
}
