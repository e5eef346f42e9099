import { NO_SWEEP_REASONS, REFUSAL_REASONS } from '../../treasury/decisions/decision.ts';
import {
  ANOMALY_CAUSES,
  NOT_SENT_CAUSES,
  UNKNOWN_CAUSES,
} from '../../treasury/outcomes/outcome.ts';
import { TRADE_REFUSAL_CODES } from '../../treasury/trades/trade-refusal.ts';

/**
 * Reasons that end no existing instruction: `in-flight` and `uncertain` only put it off; the schedule
 * and other instructions are not asked again; amounts, limits and switches of a rule can't differ from
 * those it was decided by, since a rule that changed is `rule-changed` first; and balances are judged
 * at the moment they are read.
 */
const CANCELS_NOTHING: ReadonlySet<string> = new Set([
  'newer-version',
  'unreadable',
  // Whoever was held when it was decided is not "not held" at the claim, but not stated, which is waited for.
  'currency-not-held',
  'balance-not-stated',
  'in-flight',
  'uncertain',
  'not-scheduled',
  'missed',
  'nothing-left-by-earlier-rule',
  'above-maximum',
  'below-minimum',
  'disabled',
  'stale-balance',
  // A policy with a circle is refused, and every instrument is permitted here; at its claim a trade is judged by its own guards.
  'conversion-circle',
  'instrument-not-allowed',
  'price-unusable',
  'trade-limit-exhausted',
  // A rule decides nothing as long as it has anything open, and a run only with room for all of its parts.
  'withdrawals-exhausted',
  // The service always tells the price that a decision rested on, and tells none that is old.
  'no-price',
  'stale-price',
  'keep-above-threshold',
]);

/** No policy of these worlds gives cause to it. */
const DECIDES_NOTHING: ReadonlySet<string> = new Set([
  'unreadable',
  'conversion-circle',
  'instrument-not-allowed',
  // Prices are read with the balances, of which the rules act on none that is older.
  'stale-price',
  'keep-above-threshold',
]);

/** Met by no trade here: the decoder of prices takes no market that is none, and no trade here waits for a
 * hundred others. */
const REFUSES_NO_TRADE: ReadonlySet<string> = new Set(['price-unusable', 'too-many-waiting']);

/** Everything there is, by group: a campaign that never saw one of these says so. */
export const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'lowered-counts': ['found', 'let more leave'],
  transitions: [
    'new -> approved',
    'new -> awaiting-approval',
    'new -> sending',
    'awaiting-approval -> approved',
    'awaiting-approval -> declined',
    'awaiting-approval -> expired',
    'approved -> cancelled',
    'approved -> sending',
    'sending -> confirmed',
    'sending -> not-sent',
    'sending -> rejected',
    'sending -> unknown',
    'sending -> anomaly',
    'unknown -> confirmed',
    'unknown -> anomaly',
    'unknown -> released',
    'rejected -> confirmed',
    'rejected -> released',
    'anomaly -> confirmed',
    'anomaly -> released',
  ],
  laneTransitions: [
    'idle -> sending',
    'sending -> idle',
    'sending -> rejected',
    'sending -> unknown',
    'sending -> anomaly',
    'unknown -> idle',
    'unknown -> anomaly',
    'rejected -> idle',
    'anomaly -> idle',
  ],
  // One version of Sluice runs here: what a later one wrote is tried in `test/integration/store`.
  decisions: ['sweep', ...NO_SWEEP_REASONS.filter((reason) => !DECIDES_NOTHING.has(reason))],
  conversions: ['confirmed', 'rejected', 'unknown', 'not-sent', 'cancelled'],
  // No rule is added here, so no record of a run leaves one out.
  runs: ['already-decided', 'another-part', 'contended', 'incomplete'],
  cancelled: [
    ...REFUSAL_REASONS.filter((reason) => !CANCELS_NOTHING.has(reason)),
    'too-old',
    'by a person',
  ],
  sends: ['concluded', 'cancelled', 'deferred', 'not-open'],
  deferred: [
    'in-flight',
    'uncertain',
    'contended',
    'unreachable',
    'timeout',
    'token-refused',
    'rate-limited',
    'service-error',
    'not-understood',
    'no-token',
    'clock-behind',
  ],
  'not-sent': NOT_SENT_CAUSES,
  unknown: UNKNOWN_CAUSES,
  rejected: ['400', '401', '403', '404', '422'],
  // A withdrawal in another currency than that of its account is seen; the rest by their names.
  anomaly: ANOMALY_CAUSES,
  actions: [
    'given-up',
    'expired',
    'too-old',
    'delivered-again',
    'note-dropped',
    'lane-freed',
    'settled-by-evidence',
    'failed',
    'lane-held',
  ],
  trades: [
    'concluded',
    'awaiting-approval',
    'replayed',
    'in-flight',
    'key-reused',
    'refused',
    'service-unreadable',
    'contended',
  ],
  'trade-sends': ['concluded', 'cancelled', 'deferred', 'not-open'],
  'trade-refusals': TRADE_REFUSAL_CODES.filter((code) => !REFUSES_NO_TRADE.has(code)),
  approvals: ['approve', 'decline', 'cancel', 'replayed', 'refused', 'contended'],
  'approval-refusals': [
    'not-awaiting',
    'not-cancellable',
    'approval-expired',
    'maker-is-checker',
    'content-differs',
    'disarmed',
    'halted',
    'dry-run',
    'account-not-active',
    'account-cooling-off',
  ],
  requests: ['requested', 'replayed', 'key-reused', 'refused', 'contended'],
  'request-refusals': [
    'disarmed',
    'account-unknown',
    'account-not-active',
    'halted',
    'dry-run',
    'balance-unknown',
    'balance-insufficient',
    'limit-unknown',
    'account-limit',
    'counterparty-limit',
    'outflow-limit',
  ],
  rearmings: ['proposed', 'armed', 'refused'],
  settles: ['proposed', 'settled', 'replayed', 'refused', 'contended'],
  'settle-refusals': [
    'not-found',
    'nothing-to-settle',
    'lane-free',
    'no-evidence',
    'evidence-changed',
    'in-quarantine',
    'no-later-balance',
    'reading-differs',
    'withdrawal-id-mismatch',
    'withdrawal-known',
    'proposal-differs',
  ],
  'proposals-taken-back': ['withdrawn', 'nothing-proposed', 'contended'],
};
