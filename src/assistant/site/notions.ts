/** What sort of thing a notion of content/dialogue/<locale>.json is: the names are the same there. */

/** The concepts have their codes for names. */
export const isConcept = (notion: string): boolean => /^[A-Z]+$/.test(notion);

/** What may be asked of many things: a new question of this kind replaces the one before it. */
const general = notions(`
  price free invoice next-date place duration recurrence programme eligible define compare join selection apply register
  included prepare again group about event employer guides perspectives contact membership store
`);

/** What guides and perspectives are about. */
const ofArticles = notions(`
  returns return-fee return-causes pricing sale loyalty marketplace ai border customs delivery store close-store
  store-staff measuring change roadmap product-data run-table closed-door
`);

/** General as they are, these are asked of the site alone: to join it, to come, to reach it. */
const ofTheSite = notions(`
  join register apply eligible selection invoice contact membership guides perspectives event
`);

/** What may be asked of anyone: who owns a company, who pays for it. */
const ofAnyone = notions("run-by funding relation law alcohol food language");

/** What a question about dates and places may speak of; with anything else it is about something else. */
const ofDates = notions(`
  event next-date recurrence place duration cancelled online outdoors winter summer breakfast
`);

export const isGeneral = (notion: string): boolean => isConcept(notion) || general.has(notion);

/** Whether it is one thing of which something may be asked. */
export const isParticular = (notion: string): boolean => !isGeneral(notion);

/** Whether a question that has it is on a subject of the site, whatever else it has. */
export const saysSubject = (notion: string): boolean =>
  isConcept(notion) || ofTheSite.has(notion) || (isParticular(notion) && !ofAnyone.has(notion));

export const isOfArticles = (notion: string): boolean => ofArticles.has(notion);

export const isOfDates = (notion: string): boolean => isConcept(notion) || ofDates.has(notion);

function notions(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/));
}
