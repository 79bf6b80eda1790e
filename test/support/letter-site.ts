import type { EventRecord } from "../../src/contracts/event-record.js";
import type { Site } from "../../src/presenters/site.js";
import type { Translate } from "../../src/text/translate.js";
import { evening, keysOf } from "./event-record.js";

interface Changes {
  readonly t?: Translate;
  readonly event?: EventRecord;
  readonly page?: object;
}

/** What letters read of a site, with one event, and pages named after their form. */
export function letterSite({ t = keysOf, event = evening, page = {} }: Changes = {}): Site {
  const thanks = { heading: "Thank you", text: "We answer in a week." };
  const site = {
    baseUrl: "https://www.example.com",
    getFixedT: () => t,
    agenda: { current: () => ({ find: (id: string) => (id === event.id ? event : undefined) }) },
    recordOf: () => event,
    library: {
      organisation: {
        name: 'The "site"',
        mail: "hello@example.com",
        timezone: "Europe/Stockholm",
      },
      page: (name: string) => ({
        label: `label of ${name}`,
        title: `title of ${name}`,
        form: { purpose: "to answer you", thanks },
        ...page,
      }),
    },
  };
  return site as unknown as Site;
}
