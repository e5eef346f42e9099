import { onTheWall, onTheWallToTheSecond } from '../../schedules/wall-clock.ts';
import type { CalendarDate } from '../../time/calendar-date.ts';
import type { Instant } from '../../time/instant.ts';
import type { Language } from './language.ts';

/*
 * A sentence about facts, in parts: what each reader sees otherwise stands by itself, so that it need not be looked for in
 * text. A screen shows moments by the clocks of a zone, amounts as its locale writes them and names in their own direction;
 * the API and the command line write it as text.
 */

type Shown =
  | { readonly is: 'moment'; readonly at: string }
  /** A moment by the clocks of a zone that the rule names, whoever reads it. */
  | { readonly is: 'wall'; readonly at: Instant; readonly timeZone: string }
  | { readonly is: 'date'; readonly date: CalendarDate }
  /** What people wrote: a name, a comment. It may run from right to left. */
  | { readonly is: 'written'; readonly text: string }
  /** Decimal text; no currency where none belongs to it, or it is not chosen yet. */
  | { readonly is: 'amount'; readonly amount: string; readonly currency: string }
  /** A registered account, by its id at the service. */
  | { readonly is: 'account'; readonly id: string };

/** Text is the same for every reader. */
export type Part = string | Shown;

export type Sentence = readonly Part[];

/** "12.5 BTC". */
export function amountIn(currency: string, amount: string): Part {
  return { is: 'amount', amount, currency };
}

/** "+12.5 BTC": a change of a balance. */
export function signedIn(currency: string, amount: string): Sentence {
  return [...(amount.startsWith('-') ? [] : ['+']), amountIn(currency, amount)];
}

/** A number that is no amount, or whose currency stands beside it: "12.5". */
export function numberPart(amount: string): Part {
  return { is: 'amount', amount, currency: '' };
}

export function moment(at: Instant): Part {
  return { is: 'moment', at };
}

/** "2026-10-26 17:00 Europe/Zurich": a moment as the clock on the wall there shows it. */
export function onWall(at: Instant, timeZone: string): Part {
  return { is: 'wall', at, timeZone };
}

export function datePart(date: CalendarDate): Part {
  return { is: 'date', date };
}

export function written(text: string): Part {
  return { is: 'written', text };
}

/** What others wrote, in quotation marks: those within it are marked. */
export function quoted(text: string): Part {
  return written(JSON.stringify(text));
}

/** A sentence around its parts: sentence`withdraw ${amount} to ${account}`. Numbers in it are counts. */
export function sentence(
  texts: TemplateStringsArray,
  ...between: readonly (Part | Sentence | number)[]
): Sentence {
  return texts
    .flatMap((text, index): Sentence => [text, ...partsOf(between[index])])
    .filter((part) => part !== '');
}

/** The parts of what may be a text, one part or several. */
export function partsOf(piece: Part | Sentence | number | undefined): Sentence {
  if (piece === undefined) return [];
  if (typeof piece === 'number') return [String(piece)];
  return typeof piece === 'string' || 'is' in piece ? [piece] : piece;
}

/** Sentences one after the other, with a text between each two. */
export function joined(sentences: readonly (Part | Sentence)[], between: string): Sentence {
  return sentences.flatMap((each, index) =>
    index === 0 ? partsOf(each) : [between, ...partsOf(each)],
  );
}

/** A sentence as a part of another one: without its full stop, and with a small first letter unless that is a name's. */
export function asPart(whole: Part | Sentence): Sentence {
  return partsOf(whole).map((part, index, parts) => {
    if (typeof part !== 'string') return part;
    const text = index === parts.length - 1 ? part.replace(/\.$/, '') : part;
    const isWord = index === 0 && /^\p{Lu}\p{Ll}/u.test(text);
    return isWord ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
  });
}

/** Those that say the same are said once. */
export function eachOnce(sentences: readonly Sentence[]): readonly Sentence[] {
  return [...new Map(sentences.map((each) => [asText(each), each])).values()];
}

export interface TextOptions {
  /** How numbers and dates are written. @default 'en' */
  readonly language?: Language;
  /** By whose clocks moments are said. @default UTC */
  readonly timeZone?: string;
  /** Of an account, by its id. */
  readonly accountName?: (id: string) => string;
}

/**
 * As text. Moments by the clocks of the zone, which is named; without one in UTC, and in English as they are in JSON. Amounts
 * are decimal text with their currency.
 */
export function asText(parts: Sentence, options: TextOptions = {}): string {
  return parts.map((part) => textOf(part, options)).join('');
}

/** As text within another sentence, which has a full stop of its own. */
export function asClause(parts: Sentence): string {
  return asText(parts).replace(/\.$/, '');
}

function textOf(
  part: Part,
  { language = 'en', timeZone, accountName = (id) => `account ${id}` }: TextOptions,
): string {
  if (typeof part === 'string') return part;
  const write = WRITTEN_IN[language];
  switch (part.is) {
    case 'moment':
      return timeZone === undefined
        ? write.moment(part.at)
        : write.wall(onTheWallToTheSecond(part.at, timeZone));
    case 'wall':
      return write.wall(onTheWall(part.at, part.timeZone));
    case 'date':
      return write.date(part.date);
    case 'written':
      return part.text;
    case 'amount': {
      const amount = write.number(part.amount);
      return part.currency === '' ? amount : `${amount} ${part.currency}`;
    }
    case 'account':
      return accountName(part.id);
    default:
      return part satisfies never;
  }
}

/** How a language writes numbers and times in text. */
interface Writing {
  readonly number: (decimal: string) => string;
  readonly moment: (at: Instant) => string;
  readonly date: (date: CalendarDate) => string;
  /** Of "2026-10-26 17:00 Europe/Zurich". */
  readonly wall: (shown: string) => string;
}

const same = (text: string) => text;

/** "26.10.2026" of "2026-10-26". */
const germanDate = (date: CalendarDate) => date.split('-').reverse().join('.');

const DATE_CHARACTERS = 'YYYY-MM-DD'.length;

/** "26.10.2026, 17:00 Europe/Zurich". */
function germanWall(shown: string): string {
  return `${germanDate(shown.slice(0, DATE_CHARACTERS))},${shown.slice(DATE_CHARACTERS)}`;
}

/** Thousands are not grouped: a point between digits would be read as a decimal point beside the texts of the API. */
const WRITTEN_IN: Readonly<Record<Language, Writing>> = {
  en: { number: same, moment: same, date: same, wall: same },
  de: {
    number: (decimal) => decimal.replace('.', ','),
    moment: (at) => germanWall(at.replace('T', ' ').replace(/(\.0+)?Z$/, ' UTC')),
    date: germanDate,
    wall: germanWall,
  },
};
