import * as z from 'zod/mini';
import { auditHeadSchema, hashOf } from '../audit/audit-entry.ts';
import type { Leaf } from '../ledger/day-correction.ts';
import { record, type Stored } from '../records/record.ts';
import { calendarDate } from '../time/calendar-date-schema.ts';
import { instant } from '../time/instant-schema.ts';

/** What is recorded of a day: readings, movements, requests that ended, and why nothing was requested. */
export const DAY_PARTS = ['snapshots', 'flows', 'instructions', 'decisions'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const closedPartSchema = record(() => ({ count: z.int().check(z.nonnegative()), hash }));
export type ClosedPart = Stored<typeof closedPartSchema>;

/** What the entry of the audit log says of a day. */
export const dayRootSchema = record(() => ({
  /** A day of UTC. */
  day: calendarDate,
  /** SHA-256, hex, over the day and its parts. */
  root: hash,
  parts: record(() => ({
    snapshots: closedPartSchema,
    flows: closedPartSchema,
    instructions: closedPartSchema,
    decisions: closedPartSchema,
  })),
  /** Ids of instructions of the day that had not ended: they are not in its root. */
  open: z.array(z.string()),
}));
export type DayRoot = Stored<typeof dayRootSchema>;

/** A day that is over, and the end of the audit chain that says so: keep it out of reach of who can change the tables. */
export const closedDaySchema = record(() => ({
  tenant: z.string(),
  day: calendarDate,
  root: hash,
  closedAt: instant,
  head: auditHeadSchema,
}));
export type ClosedDay = Stored<typeof closedDaySchema>;

/** One thing on record, whole, as its table holds it. */
export interface DayItem {
  /** Its key. */
  readonly place: string;
  readonly content: unknown;
}

export type DayItems = Readonly<Record<DayPart, readonly DayItem[]>>;

/** The root over everything on record of a day, each item at its place. */
export function rootOf(day: string, items: DayItems, open: readonly string[]): DayRoot {
  const parts = {
    snapshots: closedPart(items.snapshots),
    flows: closedPart(items.flows),
    instructions: closedPart(items.instructions),
    decisions: closedPart(items.decisions),
  };
  const known = { day, parts, open: [...open].sort() };
  return { ...known, root: hashOf(known) };
}

function closedPart(items: readonly DayItem[]): ClosedPart {
  return partOf(items.map(leafOf));
}

export function leafOf({ place, content }: DayItem): Leaf {
  return { place, hash: hashOf(content) };
}

/** What the root says of the items of one part. */
export function partOf(leaves: readonly Leaf[]): ClosedPart {
  const pairs = leaves.map(({ place, hash: each }) => [place, each] as const);
  return {
    count: leaves.length,
    hash: hashOf(pairs.sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
