import type { Expiring } from "../domain/expiring.js";
import { defaultLocale } from "../domain/locale.js";
import type { BodyHandler } from "../http/cache-response.js";
import { llmsPresenter } from "../presenters/llms.js";
import type { Services } from "../services.js";

export function llmsController(
  services: Pick<Services, "agenda" | "articles" | "clock" | "config" | "getFixedT" | "library" | "records">,
) {
  const { brief, full } = llmsPresenter(services);

  const show =
    (present: () => Expiring<string>): BodyHandler =>
    (_request, response) => {
      response.set("Content-Language", defaultLocale).type("text/plain");
      return present();
    };

  return { showBrief: show(brief), showFull: show(full) };
}
