import type { Library } from "../content/library.js";
import type { AgendaKeeper } from "../domain/agenda.js";
import type { Turn } from "../domain/conversation.js";
import type { Locale } from "../domain/locale.js";
import type { PublishedArticles } from "../domain/published-articles.js";
import type { Words } from "../domain/words.js";
import type { EventRecords } from "../formats/event-record.js";
import type { PageName } from "../site/paths.js";
import { eventAnswerer } from "./events/event-answers.js";
import { eventsNamed } from "./events/event-names.js";
import { eventQuestionIn } from "./events/event-question.js";
import { eventWordsIn } from "./events/event-words.js";
import type { Passage } from "./passage.js";
import { coverageOf, outsideOf } from "./site/coverage.js";
import { languagesOf, likelyLanguages } from "./site/languages.js";
import { type Question, questionIn, type Said } from "./site/question.js";
import { type Ranked, rankedPassages } from "./site/ranking.js";
import { refusal, smallTalkAnswer, unsureAnswer } from "./site/replies.js";
import { answerFrom, type EmbeddedAnswer, type SiteAnswer } from "./site/site-answer.js";
import { smallTalkIn } from "./site/small-talk.js";
import { givesOrders, verdictOn } from "./site/verdict.js";

interface KnowledgeUses {
  readonly library: Library;
  readonly articles: PublishedArticles;
  readonly agenda: AgendaKeeper;
  readonly records: EventRecords;
  readonly words: (locale: Locale) => Words;
  readonly clock: () => number;
  readonly config: { readonly baseUrl: string };
}

export interface Knowledge {
  /** Passages that bear on the last turn, the best first; what it leaves unsaid is taken from the visitor's earlier turns. */
  find(turns: readonly Turn[], locale: Locale, limit: number): Passage[];
  /** What the site itself says to the last turn, in the language of the locale. */
  answer(turns: readonly Turn[], locale: Locale): EmbeddedAnswer;
  /** Makes what the first question would otherwise have everybody wait for, in small steps. Resolves when it is made. */
  warm(): Promise<void>;
}

/** Knowledge that also says what its answers rest on. */
interface SiteKnowledge extends Knowledge {
  answer(turns: readonly Turn[], locale: Locale): SiteAnswer;
}

/** What the site knows: its texts and the events at that moment. Nothing is made before it is first asked for. */
export function createKnowledge(uses: KnowledgeUses): SiteKnowledge {
  const languages = languagesOf({ ...uses, baseUrl: uses.config.baseUrl });
  const answerOnEvents = eventAnswerer({ ...uses, baseUrl: uses.config.baseUrl });
  const read = (turns: readonly Turn[], locale: Locale) => {
    const question = questionIn(turns, likelyLanguages(locale).map(languages.get));
    const earlier = question.before.map(({ said }) => said);
    // Only a turn that leans on others is without a concept because they have said it.
    for (const said of question.isFollowUp ? [question.last, ...earlier] : []) {
      const concept = said.concept ?? conceptOfNamed(said);
      if (concept) return { ...question, concept };
    }
    return question;
  };
  /** Of what takes place, not everything is named after its concept. */
  const conceptOfNamed = (said: Said) => {
    const [concept, ...others] = new Set(eventsNamed(said, uses.library.events).map(({ concept }) => concept));
    return others.length === 0 ? concept : undefined;
  };

  return {
    find: (turns, locale, limit) =>
      rankedPassages(read(turns, locale))
        .slice(0, limit)
        .map(({ passage: { title, heading, path, text } }) => ({ title, heading, path, text })),

    answer(turns, locale) {
      const question = read(turns, locale);
      const about = { question, locale, words: uses.words(locale), library: uses.library };
      if (givesOrders(question)) return refusal(about);
      const talk = smallTalkIn(question);
      if (talk === "site") return answerFrom(openingOf("about", question), question);
      if (talk) return smallTalkAnswer(talk, about);

      const { today } = uses.agenda.current();
      const outside = outsideOf(question);
      const isOurs = question.concept !== undefined || outside.foreign.size === 0;
      const dates = isOurs ? eventQuestionIn(question, uses.library.events, today) : undefined;
      if (dates) return answerOnEvents(dates, locale, about.words);

      const ranked = rankedPassages(question);
      const verdict =
        ranked.length === 0 ? "refused" : verdictOn(question, coverageOf(question, ranked, outside), outside);
      if (verdict === "refused") return refusal(about);
      if (verdict === "unsure") return unsureAnswer(about);
      const found = answerFrom(ranked, question);
      if (question.city === undefined || !ranked[0]!.passage.subjects.includes("calendar")) return found;
      const { calendarsOf } = eventWordsIn(locale, about.words, { ...uses, baseUrl: uses.config.baseUrl });
      return { ...found, text: `${calendarsOf([question.city])}\n\n${found.text}` };
    },

    warm: languages.warm,
  };
}

/** What a page says at its top, as if it had been found. */
function openingOf(page: PageName, { readings }: Question): Ranked[] {
  return [{ passage: readings[0]!.language.index.find(page)!, score: 1 }];
}
