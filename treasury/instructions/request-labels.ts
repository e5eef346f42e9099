import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { canonicalJson } from '../seals/canonical-json.ts';

/** Characters of a reference: an invoice or order number of any ledger, and one column of a report. */
export const MAX_REFERENCE_CHARACTERS = 64;

/**
 * Letters, digits, blanks within, and the usual separators. It begins with a letter or a digit, so that a spreadsheet
 * takes it for no formula, and is the same text in every file format.
 */
export const REFERENCE = /^[A-Za-z0-9](?:[A-Za-z0-9 ._:/#+-]{0,62}[A-Za-z0-9._:/#+-])?$/;

/** Entries of metadata, and characters of each: at most 5 kB, a small part of what an item of the ledger may hold. */
export const MAX_METADATA_ENTRIES = 20;
export const METADATA_KEY = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/;
export const MAX_METADATA_VALUE_CHARACTERS = 200;

/**
 * What a caller's own systems know a request by. Sluice keeps both and never sends them to the service. They are of the
 * second version: seals cover them, and an older sender cannot verify a seal over fields that it does not know.
 */
export const requestLabels = {
  /** The caller's own name of it, such as the number of an invoice. Lists can be searched by it. */
  reference: z.exactOptional(z.string()),
  /** Texts by name, for the caller's own use. */
  metadata: z.exactOptional(z.record(z.string(), z.string())),
} as const;

const labelsSchema = record(() => requestLabels);

export type RequestLabels = Stored<typeof labelsSchema>;

/** The labels of a request alone; an absent one is left out. */
export function labelsOf({ reference, metadata }: RequestLabels): RequestLabels {
  return {
    ...(reference === undefined ? {} : { reference }),
    ...(metadata === undefined || Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** Parts of a fingerprint: the same key with other labels is another request. None for a request without labels. */
export function labelParts(labels: RequestLabels): readonly string[] {
  return Object.entries(labelsOf(labels))
    .map(([name, value]) => `${name}=${canonicalJson(value)}`)
    .sort();
}
