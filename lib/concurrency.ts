import type { StageConfiguration } from './stages/stage-configuration.ts';

/*
 * Invocations at once that a function has for itself, which nothing else can use up, and beyond which it gets none: the
 * one source of these numbers. All other functions share what is left of the account's quota.
 */

/** Halts at once: each takes some milliseconds. */
const HALTS = 5;

/** Approving, declining and cancelling: each takes a tenth of a second, and people are few. */
const DECISIONS = 5;

/** Settling waits for a reading of up to 12 s; two people do. */
const SETTLEMENTS = 3;

/** Changes of the policy, and their approvals: a repository applies one after the other. */
const POLICY_CHANGES = 5;

/** Shards of the table of snapshots that are worked off side by side. */
const SWEEP_RUNS = 5;

/** Readings that people and the watchdog ask for beside the ticks. */
const READINGS_BESIDE_TICKS = 3;

/** A round that takes longer than its tick, beside the next. */
const ROUNDS_BESIDE_TICKS = 1;

/** Previews, backtests and forecasts compute for up to 28 s: a cap, so that readers leave the rest to what decides. */
const PREVIEWS = 5;

/** Files of years take up to a quarter of an hour, and no person waits for them: a cap as well. */
const EXPORTS = 2;

type Configured = Pick<StageConfiguration, 'concurrency' | 'tenants'>;

/** By function; one that is not in it has no share of its own, and no cap. */
export function reservedConcurrency({
  concurrency,
  tenants,
}: Configured): Readonly<Record<string, number>> {
  return {
    'send-withdrawal': concurrency.sendWithdrawal,
    'send-trade': concurrency.placeTrade,
    'place-trade': concurrency.placeTrade,
    halt: HALTS,
    'manage-instructions': DECISIONS,
    'settle-instruction': SETTLEMENTS,
    'manage-policy': POLICY_CHANGES,
    // The ticks of all tenants fall at the same moment.
    'take-snapshot': tenants.length + READINGS_BESIDE_TICKS,
    'run-sweeps': SWEEP_RUNS,
    watchdog: tenants.length + ROUNDS_BESIDE_TICKS,
    'preview-policy': PREVIEWS,
    'write-export': EXPORTS,
  };
}
