import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { filledIn, packTemplates, templated, unpackTemplates } from './decision-templates.ts';
import { bytesOf } from './packed-snapshot.ts';

/*
 * The decisions of a run as one binary attribute: a byte with the version of the layout, then what that layout says.
 * Nothing is left out, unknown fields included.
 */

/** The JSON of the decisions, compressed. It stays readable; nothing is written in it any more. */
const AS_JSON = 1;
/**
 * The sentences of fifty decisions differ in their numbers alone. Four bytes with the length of the templates, the
 * templates, and the values by place: every value of a place beside those of the other decisions, which compresses them
 * to three quarters of the bytes of the first layout.
 */
const BY_TEMPLATE = 2;
const HEADER_BYTES = 5;

/** A level above takes ten times as long and saves one byte in a hundred; one below, as long, and loses three. */
const QUALITY = 5;
/** As a power of two: 1 MB, in which the decisions of 200 rules refer to each other. */
const WINDOW_BITS = 20;

/** Bytes that one attribute unpacks to at most: 200 decisions of 2 kB each, ten times over. */
const MAX_UNPACKED_BYTES = 4_000_000;

/** Between decisions of one place, between places of one template, and between templates. A value has none of them. */
const [NEXT, NEXT_PLACE, NEXT_TEMPLATE] = [' ', '\n', '\t'];

interface Rows {
  readonly index: number;
  readonly rows: (readonly string[])[];
}

export function packDecisions(decisions: DecisionRun['decisions']): Uint8Array {
  const templates = new Map<string, Rows>();
  const order = decisions.map((each) => {
    const named = new Set([each.decision.ruleId, each.decision.currency]);
    const { template, values } = templated(JSON.stringify(each), named);
    const known = templates.get(template) ?? { index: templates.size, rows: [] };
    templates.set(template, known);
    known.rows.push(values);
    return known.index;
  });
  const packed = packTemplates([...templates.keys()]);
  const columns = [...templates.values()].map(({ rows }) => columnsOf(rows));
  const values = compressed([order.join(NEXT), ...columns].join(NEXT_TEMPLATE));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(BY_TEMPLATE);
  header.writeUInt32BE(packed.length, 1);
  return Buffer.concat([header, packed, values]);
}

/** The first value of every decision, then the second of every decision, and so on. */
function columnsOf(rows: Rows['rows']): string {
  const [first = []] = rows;
  return first.map((_, place) => rows.map((row) => row[place]).join(NEXT)).join(NEXT_PLACE);
}

function compressed(text: string): Buffer {
  const bytes = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}

/** @throws Error where the bytes are not what `packDecisions` makes, or made. */
export function unpackDecisions(attribute: Uint8Array | string): unknown {
  const bytes = bytesOf(attribute);
  switch (bytes[0]) {
    case AS_JSON:
      return JSON.parse(decompressed(bytes.subarray(1)));
    case BY_TEMPLATE:
      return unpackByTemplate(Buffer.from(bytes));
    default:
      throw new Error(`packing ${bytes[0]} is not known; known: ${AS_JSON} and ${BY_TEMPLATE}`);
  }
}

function decompressed(bytes: Uint8Array): string {
  const options = { maxOutputLength: MAX_UNPACKED_BYTES };
  return brotliDecompressSync(bytes, options).toString('utf8');
}

function unpackByTemplate(bytes: Buffer): readonly unknown[] {
  const end = HEADER_BYTES + bytes.readUInt32BE(1);
  const templates = unpackTemplates(bytes.subarray(HEADER_BYTES, end), MAX_UNPACKED_BYTES);
  const [order = '', ...columns] = decompressed(bytes.subarray(end)).split(NEXT_TEMPLATE);
  if (order === '') return [];
  const places = columns.map((each) => each.split(NEXT_PLACE).map((place) => place.split(NEXT)));
  const taken = new Map<number, number>();
  return order.split(NEXT).map((text): unknown => {
    const index = Number(text);
    const template = templates[index];
    if (template === undefined) throw new Error(`the packed decisions have no template ${text}`);
    const row = taken.get(index) ?? 0;
    taken.set(index, row + 1);
    const values = (places[index] ?? []).flatMap((place) => place[row] ?? []);
    return JSON.parse(filledIn(template, values));
  });
}
