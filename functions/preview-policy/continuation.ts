import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { sharedCountsSchema } from '../../treasury/counters/shared-counts.ts';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { laneSchema } from '../../treasury/instructions/lane.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { MAX_MANUAL_RATES, MAX_SPLIT_PARTS } from '../../treasury/policy/policy-limits.ts';
import { refusedRateSchema, usedRateSchema } from '../../treasury/policy/used-rate.ts';
import type { Continued } from '../../treasury/preview/backtest.ts';
import { MAX_DRAFT_RULES, MAX_SWEEPS_LISTED } from '../../treasury/preview/backtest-limits.ts';
import { CUTTING_LIMITS } from '../../treasury/preview/totals.ts';
import type { World } from '../../treasury/preview/world.ts';
import { instant } from '../../treasury/time/instant-schema.ts';

/** Bytes that a continuation may unfold to: twenty times the most that one is. */
const MAX_UNFOLDED_BYTES = 8_000_000;

/** Amounts that a replay could add up to more digits than decimal text may have. */
const ALMOST_TOO_LONG = /"-?\d{28}/;

const count = z.int().check(z.nonnegative());
const approvals = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const amounts = z.record(z.string(), decimalText);

const rule = z.strictObject({
  currency: z.string(),
  decisions: count,
  sweeps: count,
  approvals: count,
  total: decimalText,
  largest: decimalText,
  value: decimalText,
  unvalued: count,
  reasons: z.partialRecord(z.enum(NO_SWEEP_REASONS), count),
  cuts: z.partialRecord(z.enum(CUTTING_LIMITS), count),
});

const world: z.ZodMiniType<World> = z.strictObject({
  lanes: z.record(z.string(), laneSchema),
  swept: amounts,
  waiting: z
    .array(z.strictObject({ instructionId: z.string(), currency: z.string(), expiresAt: instant }))
    .check(z.maxLength(MAX_DRAFT_RULES * 10)),
  approvalUsage: z.exactOptional(sharedCountsSchema),
  tradeUsage: z.exactOptional(sharedCountsSchema),
  outflowUsage: z.exactOptional(sharedCountsSchema),
  totals: z.strictObject({
    rules: z.record(z.string(), rule),
    lowest: z.record(z.string(), z.strictObject({ balance: decimalText, at: instant })),
    listed: z
      .array(
        z.strictObject({
          at: instant,
          ruleId: z.string(),
          currency: z.string(),
          amount: decimalText,
          approvals,
          parts: z.exactOptional(
            z
              .array(
                z.strictObject({
                  withdrawalAccountId: z.string(),
                  amount: decimalText,
                  approvals,
                }),
              )
              .check(z.maxLength(MAX_SPLIT_PARTS)),
          ),
        }),
      )
      .check(z.maxLength(MAX_SWEEPS_LISTED)),
    manualRates: z.array(usedRateSchema).check(z.maxLength(MAX_MANUAL_RATES)),
    refusedRates: z.array(refusedRateSchema).check(z.maxLength(MAX_MANUAL_RATES)),
  }),
});

const continued: z.ZodMiniType<Continued> = z.strictObject({
  of: z.string().check(z.length(64)),
  state: z.strictObject({
    until: instant,
    readings: count,
    first: z.exactOptional(instant),
    shownUntil: z.exactOptional(instant),
    added: amounts,
    draft: world,
    inForce: world,
  }),
});

/** The text that a caller sends back for the rest of a backtest. */
export function continuationOf(state: Continued): string {
  return deflateRawSync(JSON.stringify(state)).toString('base64url');
}

/**
 * The content of a continuation; null if it is none. Nothing in it is trusted beyond its shape: a caller who makes
 * one up gets the results of their own numbers.
 */
export function readContinuation(text: string): Continued | null {
  try {
    const folded = Buffer.from(text, 'base64url');
    const unfolded = inflateRawSync(folded, { maxOutputLength: MAX_UNFOLDED_BYTES });
    const json = unfolded.toString('utf8');
    if (ALMOST_TOO_LONG.test(json)) return null;
    return continued.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
