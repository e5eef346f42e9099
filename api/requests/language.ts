import { LANGUAGES, type Language, type Reader } from '../../treasury/facts/sentences/language.ts';
import { isTimeZone } from '../../treasury/schedules/wall-clock.ts';
import type { ApiEvent } from './api-event.ts';
import { headerOf } from './header.ts';

/** Characters of the longest name of a zone, with room. */
const MOST_ZONE_CHARACTERS = 64;

/**
 * Whom an answer says something to: their language, and the zone of their clocks (`Time-Zone: Europe/Zurich`). A zone that is
 * none is like no zone: moments are said in UTC.
 */
export function readerOf(event: Pick<ApiEvent, 'headers'>): Reader {
  const language = languageOf(event);
  const timeZone = (headerOf(event, 'time-zone') ?? '').slice(0, MOST_ZONE_CHARACTERS);
  return isTimeZone(timeZone) ? { language, timeZone } : { language };
}

/** What an answer that says something depends on. */
export const READER_HEADERS = 'accept-language, time-zone';

/** Whoever names neither: every cache may keep what it reads. */
export const PLAIN_READER: Reader = { language: LANGUAGES[0] };

/** Whether it reads other texts than those that every cache may keep. */
export function isOwnReader({ language, timeZone }: Reader): boolean {
  return language !== LANGUAGES[0] || timeZone !== undefined;
}

/** Entries of a header that are looked at: a browser sends a handful. */
const MOST_ENTRIES = 20;

/** A quality from 0 to 1, of three digits at most (RFC 9110, 12.4.2). */
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The language of what an answer says to people, by Accept-Language (RFC 9110, 12.5.4): the one that the caller prefers of
 * those that there are, "de" for "de-CH". English where it names none of them.
 */
export function languageOf(event: Pick<ApiEvent, 'headers'>): Language {
  const asked = (headerOf(event, 'accept-language') ?? '').split(',').slice(0, MOST_ENTRIES);
  const wanted = asked.flatMap((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((each) => each.trim());
    const primary = range.toLowerCase().split('-')[0];
    const language = LANGUAGES.find((each) => each === primary);
    return language === undefined ? [] : [{ language, quality: qualityOf(parameters) }];
  });
  const [first] = wanted
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  return first?.language ?? LANGUAGES[0];
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters
    .map((each) => QUALITY.exec(each)?.[1])
    .find((each) => each !== undefined);
  return given === undefined ? 1 : Number(given);
}
