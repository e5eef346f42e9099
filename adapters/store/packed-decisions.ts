import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { compressText, decompressText } from './brotli-text.ts';
import { packTemplates, templated, unpackTemplates } from './decision-templates.ts';
import { bytesOf } from './packed-attribute.ts';
import { byTemplate, NEXT_TEMPLATE, rowsIn } from './rows-by-template.ts';

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

/** Bytes that one attribute unpacks to at most: 200 decisions of 2 kB each, ten times over. */
const MAX_UNPACKED_BYTES = 4_000_000;

export function packDecisions(decisions: DecisionRun['decisions']): Uint8Array {
  const { order, groups } = byTemplate(
    decisions.map((each) => {
      const named = new Set([each.decision.ruleId, each.decision.currency]);
      return templated(JSON.stringify(each), named);
    }),
  );
  const packed = packTemplates(groups.map(({ template }) => template));
  const columns = groups.map((each) => each.columns);
  const values = compressText([order, ...columns].join(NEXT_TEMPLATE));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(BY_TEMPLATE);
  header.writeUInt32BE(packed.length, 1);
  return Buffer.concat([header, packed, values]);
}

/** @throws Error where the bytes are not what `packDecisions` makes, or made. */
export function unpackDecisions(attribute: Uint8Array | string): unknown {
  const bytes = bytesOf(attribute);
  switch (bytes[0]) {
    case AS_JSON:
      return JSON.parse(decompressText(bytes.subarray(1), MAX_UNPACKED_BYTES));
    case BY_TEMPLATE:
      return unpackByTemplate(Buffer.from(bytes));
    default:
      throw new Error(`packing ${bytes[0]} is not known; known: ${AS_JSON} and ${BY_TEMPLATE}`);
  }
}

function unpackByTemplate(bytes: Buffer): readonly unknown[] {
  const end = HEADER_BYTES + bytes.readUInt32BE(1);
  const templates = unpackTemplates(bytes.subarray(HEADER_BYTES, end), MAX_UNPACKED_BYTES);
  const values = decompressText(bytes.subarray(end), MAX_UNPACKED_BYTES);
  const [order = '', ...columns] = values.split(NEXT_TEMPLATE);
  const groups = templates.map((template, index) => ({ template, columns: columns[index] ?? '' }));
  return rowsIn({ order, groups });
}
