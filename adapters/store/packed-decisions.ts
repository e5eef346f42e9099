import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { compressText, decompressText } from './brotli-text.ts';
import { packTemplates, templated, unpackTemplates } from './decision-templates.ts';
import { bytesOf } from './packed-attribute.ts';
import { byTemplate, NEXT_PLACE, NEXT_TEMPLATE, rowsIn } from './rows-by-template.ts';

/*
 * The decisions of a run as one binary attribute: a byte with the version of the packing, then what that packing says.
 * Nothing is left out, unknown fields included.
 */

/** The JSON of the decisions, compressed. It stays readable; nothing is written in it any more. */
const AS_JSON = 1;
/**
 * The sentences of fifty decisions differ in their numbers alone. Four bytes with the length of the templates, the
 * templates, and the order of the decisions with the values by place.
 */
const BY_TEMPLATE = 2;
const HEADER_BYTES = 5;
/**
 * Most runs decide as the one before, about the same balances. This is the difference to another run, the base: a digest
 * of the base, four bytes with the length of the templates, the templates, of which those of the base are their numbers
 * in it with the places that differ, and the order and the values of these places, compressed with those of the base
 * as their dictionary.
 */
const UPON_A_BASE = 3;
const BASE_DIGEST_BYTES = 8;
const HEADER_UPON_A_BASE_BYTES = 1 + BASE_DIGEST_BYTES + 4;

/** Bytes that one attribute unpacks to at most: 200 decisions of 2 kB each, ten times over. */
const MAX_UNPACKED_BYTES = 4_000_000;

/** The decisions of a run by template: what a run is packed from, and what another is packed upon. */
export interface RunText {
  readonly templates: readonly string[];
  /** By decision: the number of its template. */
  readonly order: string;
  /** By template: the values of each place, one place after the other. */
  readonly columns: readonly string[];
}

/** Upon the base if that takes less: `isUponABase` of the bytes says so. */
export function packDecisions(
  decisions: DecisionRun['decisions'],
  base: RunText | null = null,
): Uint8Array {
  const text = textOf(decisions);
  if (base === null) return packAlone(text);
  const upon = packUpon(base, text);
  // Templates that the base does not have are in both; only with many of them is there a question.
  if (text.templates.every((template) => base.templates.includes(template))) return upon;
  const alone = packAlone(text);
  return alone.length <= upon.length ? alone : upon;
}

export function isUponABase(packed: Uint8Array): boolean {
  return packed[0] === UPON_A_BASE;
}

/** @throws Error where the bytes are not what `packDecisions` makes, or made, with this base. */
export function unpackDecisions(
  attribute: Uint8Array | string,
  base: RunText | null = null,
): unknown {
  const bytes = Buffer.from(bytesOf(attribute));
  switch (bytes[0]) {
    case AS_JSON:
      return JSON.parse(decompressText(bytes.subarray(1), MAX_UNPACKED_BYTES));
    case BY_TEMPLATE:
      return decisionsIn(textAlone(bytes));
    case UPON_A_BASE:
      return decisionsIn(textUpon(base, bytes));
    default:
      throw new Error(
        `packing ${bytes[0]} is not known; known: ${AS_JSON}, ${BY_TEMPLATE} and ${UPON_A_BASE}`,
      );
  }
}

/** What another run can be packed upon; null where these bytes have no templates, or a base of their own. */
export function baseIn(attribute: Uint8Array | string): RunText | null {
  const bytes = Buffer.from(bytesOf(attribute));
  return bytes[0] === BY_TEMPLATE ? textAlone(bytes) : null;
}

function textOf(decisions: DecisionRun['decisions']): RunText {
  const { order, groups } = byTemplate(
    decisions.map((each) => {
      const named = new Set([each.decision.ruleId, each.decision.currency]);
      return templated(JSON.stringify(each), named);
    }),
  );
  return {
    templates: groups.map(({ template }) => template),
    order,
    columns: groups.map(({ columns }) => columns),
  };
}

function decisionsIn({ templates, order, columns }: RunText): readonly unknown[] {
  const groups = templates.map((template, index) => ({ template, columns: columns[index] ?? '' }));
  return rowsIn({ order, groups });
}

function packAlone({ templates, order, columns }: RunText): Uint8Array {
  const packed = packTemplates(templates);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(BY_TEMPLATE);
  header.writeUInt32BE(packed.length, 1);
  return Buffer.concat([header, packed, compressText([order, ...columns].join(NEXT_TEMPLATE))]);
}

function textAlone(bytes: Buffer): RunText {
  const end = HEADER_BYTES + bytes.readUInt32BE(1);
  const values = decompressText(bytes.subarray(end), MAX_UNPACKED_BYTES);
  const [order = '', ...columns] = values.split(NEXT_TEMPLATE);
  const templates = unpackTemplates(bytes.subarray(HEADER_BYTES, end), MAX_UNPACKED_BYTES);
  return { templates, order, columns };
}

/** A template of the base, with the places whose values differ from those that the base has there. */
interface Slot {
  readonly number: number;
  readonly places: readonly number[];
}

function packUpon(base: RunText, { templates, order, columns }: RunText): Uint8Array {
  const numbers = new Map(base.templates.map((template, index) => [template, index]));
  const slots = templates.map((template, index): Slot | string => {
    const number = numbers.get(template);
    if (number === undefined) return template;
    const before = placesIn(base.columns[number]);
    const places = [...placesIn(columns[index]).entries()]
      .filter(([place, values]) => values !== before[place])
      .map(([place]) => place);
    return { number, places };
  });
  const packed = packTemplates(
    slots.map((slot) =>
      typeof slot === 'string' ? slot : [slot.number, ...slot.places].join(' '),
    ),
  );
  const values = columns.map((column, index) => {
    const slot = slots[index];
    if (typeof slot !== 'object') return column;
    const all = placesIn(column);
    return slot.places.map((place) => all[place] ?? '').join(NEXT_PLACE);
  });
  const header = Buffer.alloc(HEADER_UPON_A_BASE_BYTES);
  header.writeUInt8(UPON_A_BASE);
  digestOf(base).copy(header, 1);
  header.writeUInt32BE(packed.length, 1 + BASE_DIGEST_BYTES);
  const dictionary = dictionaryOf(base, slots);
  const text = [order, ...values].join(NEXT_TEMPLATE);
  return Buffer.concat([header, packed, deflateRawSync(text, { dictionary, level: 9 })]);
}

function textUpon(base: RunText | null, bytes: Buffer): RunText {
  if (base === null) throw new Error('the decisions are packed upon another run, which is missing');
  const start = 1 + BASE_DIGEST_BYTES;
  if (!digestOf(base).equals(bytes.subarray(1, start))) {
    throw new Error('the run that the decisions are packed upon is not the one that it was');
  }
  const end = HEADER_UPON_A_BASE_BYTES + bytes.readUInt32BE(start);
  const packed = bytes.subarray(HEADER_UPON_A_BASE_BYTES, end);
  const slots = unpackTemplates(packed, MAX_UNPACKED_BYTES).map(slotIn);
  const options = { dictionary: dictionaryOf(base, slots), maxOutputLength: MAX_UNPACKED_BYTES };
  const values = inflateRawSync(bytes.subarray(end), options).toString('utf8');
  const [order = '', ...columns] = values.split(NEXT_TEMPLATE);
  return {
    templates: slots.map((slot) =>
      typeof slot === 'string' ? slot : (base.templates[slot.number] ?? ''),
    ),
    order,
    columns: columns.map((column, index) => {
      const slot = slots[index];
      return typeof slot === 'object'
        ? withPlaces(base.columns[slot.number], slot, column)
        : column;
    }),
  };
}

/** The text of a decision begins with a brace: what begins with a digit is a template of the base. */
function slotIn(text: string): Slot | string {
  if (!STARTS_WITH_A_NUMBER.test(text)) return text;
  const [number = 0, ...places] = text.split(' ').map(Number);
  return { number, places };
}

const STARTS_WITH_A_NUMBER = /^\d/;

function placesIn(column = ''): readonly string[] {
  return column.split(NEXT_PLACE);
}

function withPlaces(before: string | undefined, { places }: Slot, changed: string): string {
  const all = [...placesIn(before)];
  for (const [index, values] of placesIn(changed).entries()) {
    const place = places[index];
    if (place !== undefined) all[place] = values;
  }
  return all.join(NEXT_PLACE);
}

/** What the base has in the places that differ, and nothing else: it reaches back 32 kB, which a whole run may exceed. */
function dictionaryOf(base: RunText, slots: readonly (Slot | string)[]): Buffer {
  const values = slots.map((slot) => {
    if (typeof slot === 'string') return '';
    const before = placesIn(base.columns[slot.number]);
    return slot.places.map((place) => before[place] ?? '').join(NEXT_PLACE);
  });
  return Buffer.from([base.order, ...values].join(NEXT_TEMPLATE));
}

/** Short: it finds a mistake. Who can write to the table can write whole runs. */
function digestOf({ templates, order, columns }: RunText): Buffer {
  const whole = [...templates, order, ...columns].join(NEXT_TEMPLATE);
  return createHash('sha256').update(whole).digest().subarray(0, BASE_DIGEST_BYTES);
}
