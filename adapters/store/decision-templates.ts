import { deflateRawSync, inflateRawSync } from 'node:zlib';

/*
 * Decisions of a run say the same sentences about other numbers. A template is the JSON text of a decision with places
 * for what differs: names, moments, amounts. The templates of a run are compressed with a dictionary, which is most of
 * them already.
 */

/** Around the number of a place. JSON text has neither: it escapes control characters. */
const OPEN = '\u0001';
const CLOSE = '\u0002';
const PLACE = new RegExp(`${OPEN}([0-9a-z]+)${CLOSE}`, 'g');
/** Numbers of places are written in this base. */
const BASE = 36;

/** A word: letters, digits and what joins them in moments, numbers and ids. It has no space and no quotation mark. */
const WORD = /[A-Za-z0-9_](?:[A-Za-z0-9_.:-]*[A-Za-z0-9_])?/g;
const DIGIT = /\d/;

export interface Templated {
  readonly template: string;
  /** By the number of the place; each value once, however often it stands in the text. */
  readonly values: readonly string[];
}

/** Takes out the words with digits, and those named. */
export function templated(json: string, named: ReadonlySet<string>): Templated {
  const places = new Map<string, number>();
  const template = json.replace(WORD, (word) => {
    const differs = word.length > 1 && (DIGIT.test(word) || named.has(word));
    if (!differs) return word;
    const place = places.get(word) ?? places.size;
    places.set(word, place);
    return `${OPEN}${place.toString(BASE)}${CLOSE}`;
  });
  return { template, values: [...places.keys()] };
}

/** @throws Error where a place has no value. */
export function filledIn(template: string, values: readonly string[]): string {
  return template.replace(PLACE, (_, place: string) => {
    const value = values[Number.parseInt(place, BASE)];
    if (value === undefined) throw new Error(`the packed decisions have no value ${place}`);
    return value;
  });
}

export function packTemplates(templates: readonly string[]): Uint8Array {
  return deflateRawSync(templates.join('\n'), { dictionary: DICTIONARY, level: 9 });
}

export function unpackTemplates(bytes: Uint8Array, maxBytes: number): readonly string[] {
  const options = { dictionary: DICTIONARY, maxOutputLength: maxBytes };
  return inflateRawSync(bytes, options).toString('utf8').split('\n');
}

/**
 * The templates of usual decisions, the most usual last. It belongs to the layout: whatever the sentences are by now, it
 * stays as it is, or what was packed with it cannot be read.
 */
const DICTIONARY = Buffer.from(
  [
    '"outcome":"no-sweep","reason":"below-minimum","consumesOccurrence":false,"explanation":"Only \u00019\u0002 \u00011\u0002 could be withdrawn, in steps of \u0001h\u0002; the smallest withdrawal is at least \u0001d\u0002 \u00011\u0002."}}',
    '"outcome":"no-sweep","reason":"disabled","consumesOccurrence":false,"explanation":"The rule "\u00011\u0002 to cold storage" is switched off."}}',
    '"outcome":"no-sweep","reason":"dry-run","consumesOccurrence":false,"wouldSweep":"\u00019\u0002","explanation":"\u00011\u0002 is in dry-run, so nothing is sent. Otherwise it would withdraw \u00019\u0002 \u00011\u0002 to "Cold storage": all of the \u00018\u0002 \u00011\u0002 above the kept \u00017\u0002 \u00011\u0002, rounded down to a multiple of \u0001g\u0002; \u00016\u0002 \u00011\u0002 stays."}}',
    '"outcome":"no-sweep","reason":"below-threshold","consumesOccurrence":false,"explanation":"The balance of \u00014\u0002 \u00011\u0002 is not above the threshold of \u00015\u0002 \u00011\u0002."}}',
    '"outcome":"no-sweep","reason":"not-scheduled","consumesOccurrence":false,"explanation":"The rule is not scheduled now; it next runs \u00014\u0002 \u00016\u0002 UTC."}}',
    '"outcome":"no-sweep","reason":"cooldown","consumesOccurrence":false,"explanation":"The last withdrawal of this rule was \u00014\u0002 minutes ago; the next may follow at \u0001j\u0002, after 1 hour."}}',
    '{"decision":{"ruleId":"\u00010\u0002","ruleVersion":1,"currency":"\u00011\u0002","withdrawalAccountId":"\u00012\u0002","decidedAt":"\u00013\u0002","occurrence":"\u00013\u0002","checks":[{"limit":"mode","seen":"live","accepted":"live","holds":true},{"limit":"enabled","seen":"enabled","accepted":"enabled","holds":true},{"limit":"account","seen":"active","accepted":"active","holds":true},{"limit":"currency","seen":"\u00011\u0002","accepted":"\u00011\u0002","holds":true},{"limit":"balance-age","seen":"0 seconds old","accepted":"at most 5 minutes old","holds":true},{"limit":"schedule","seen":"snapshot of \u00013\u0002","accepted":"every snapshot","holds":true},{"limit":"lane","seen":"idle","accepted":"idle, armed in this ledger","holds":true},{"limit":"backoff","seen":"no pause","accepted":"no pause","holds":true},{"limit":"cooldown","seen":"no withdrawal yet","accepted":"1 hour or more since the last withdrawal","holds":true},{"limit":"threshold","seen":"\u00014\u0002","accepted":"more than \u00015\u0002","holds":false},{"limit":"keep","seen":"\u00014\u0002 stays","accepted":"at least \u00016\u0002 stays","holds":false},{"limit":"allocation","seen":"0 of a surplus of 0","accepted":"all of the surplus","holds":true},{"limit":"maximum","seen":"0","accepted":"no maximum","holds":true},{"limit":"\u00017\u0002","seen":"0 of \u00018\u0002 used in \u00019\u0002 hours, \u00018\u0002 left","accepted":"at least 1 left","holds":true},{"limit":"\u0001a\u0002","seen":"0 of \u0001b\u0002 used in \u0001c\u0002 days, \u0001b\u0002 left","accepted":"at least 1 left","holds":true},{"limit":"step","seen":"0","accepted":"a multiple of \u0001d\u0002","holds":true},{"limit":"minimum","seen":"0","accepted":"at least 1","holds":false},{"limit":"approval","seen":"0","accepted":"no approval needed","holds":true}],"outcome":"no-sweep","reason":"below-threshold","consumesOccurrence":false,"explanation":"The balance of \u00014\u0002 \u00011\u0002 is not above the threshold of \u00015\u0002 \u00011\u0002."}}',
  ].join('\n'),
);
