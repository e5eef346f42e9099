import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { coded, record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

/** A person's explanations of a difference. `other` has no kind, but needs a comment like the rest. */
export const BREAK_KINDS = [
  'deposit',
  'transfer',
  'fee',
  'interest',
  'correction',
  'foreign-debit',
  'other',
] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** The end of a break: by a person, or by later records. */
export const AUTOMATIC_CLOSINGS = ['settlement', 'restatement'] as const;

export const breakOriginSchema = z.discriminatedUnion('code', [
  coded('unexplained', () => ({
    /** When both balances were read, and what they were. */
    from: instant,
    to: instant,
    opening: decimalText,
    closing: decimalText,
    /** What instructions account for; signed. */
    movements: z.array(record(() => ({ amount: decimalText, instructionId: z.string() }))),
    /** Signed: what came in is positive. */
    amount: decimalText,
    /** Requests of unknown outcome that would account for it. */
    mayBe: z.array(z.string()),
  })),
  /** A confirmed amount that no balance shows, and when the oldest of it was claimed. */
  coded('unbooked', () => ({ amount: decimalText, since: instant })),
]);

/** How a break came about, with the numbers. */
export type BreakOrigin = Stored<typeof breakOriginSchema>;

const said = { kind: z.enum(BREAK_KINDS), comment: z.string() };

export const explainedSchema = coded('explained', () => ({ ...said }));

export const matchedSchema = coded('matched', () => ({
  kind: z.enum(BREAK_KINDS),
  label: z.string(),
  ruleId: z.string(),
  version: z.int().check(z.positive()),
}));

export const breakFactSchema = z.discriminatedUnion('code', [
  coded('found', () => ({ found: breakOriginSchema })),
  coded('amount-changed', () => ({ was: decimalText, found: breakOriginSchema })),
  /** A late snapshot shows elsewhere what a person had explained. */
  coded('taken-over', () => ({ breakId: z.string(), by: z.string(), ...said })),
  matchedSchema,
  explainedSchema,
  /** A person closes it; or the demo data say what is made up. */
  coded('commented', () => ({ comment: z.string() })),
  coded('accounted-for', () => ({
    how: z.enum(AUTOMATIC_CLOSINGS),
    instructionIds: z.array(z.string()),
  })),
]);

/** What happened to a break: one line of its history. */
export type BreakFact = Stored<typeof breakFactSchema>;

/** What every sentence about a break is about. */
export interface AboutBreak {
  readonly currency: string;
  readonly direction: 'inflow' | 'outflow' | 'unbooked';
}

export type FactOfBreak = AboutBreak & (BreakOrigin | BreakFact);
