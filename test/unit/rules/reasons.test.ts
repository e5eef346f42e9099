import { describe, expect, it } from 'vitest';
import { NO_SWEEP_REASONS, type NoSweepReason } from '../../../treasury/decisions/decision.ts';
import type { EvaluateInput } from '../../../treasury/rules/evaluate.ts';
import { ACCOUNT, CONTROLS, RULE, rule } from '../../samples/policy.ts';
import { CHANGES } from './changes.ts';
import {
  CLAIM,
  checkLines,
  decideOne,
  LANE,
  laneUsing,
  NOW,
  verdict,
  withLane,
} from './samples.ts';

const CONVERTING: readonly NoSweepReason[] = [
  'conversion-circle',
  'instrument-not-allowed',
  'price-unusable',
  'trade-limit-exhausted',
];

/**
 * Reasons that can't hold together: of the same input there is one state only, and a budget or an
 * earlier rule is a reason only where without it there would have been a sweep.
 */
const EXCLUSIVE: readonly (readonly NoSweepReason[])[] = [
  ['disarmed', 'halted', 'dry-run'],
  ['account-not-active', 'account-cooling-off', 'currency-mismatch'],
  ['currency-not-held', 'balance-not-stated', 'below-threshold'],
  ['not-scheduled', 'missed'],
  ['uncertain', 'in-flight'],
  ['no-price', 'stale-price', 'price-jumped', 'keep-above-threshold'],
  [
    'nothing-left-by-earlier-rule',
    'budget-exhausted',
    'trade-limit-exhausted',
    'limit-unknown',
    'liquidity-floor',
    'account-limit',
    'counterparty-limit',
    'outflow-limit',
    'below-minimum',
  ],
  // A rule that converts pays to no account.
  ...(
    [
      'account-not-active',
      'account-cooling-off',
      'currency-mismatch',
      'limit-unknown',
      'account-limit',
      'counterparty-limit',
      'outflow-limit',
    ] as const
  ).flatMap((each) => CONVERTING.map((reason): readonly NoSweepReason[] => [each, reason])),
  // Each of them has its own currencies, prices and limits here: see conversions.test.ts.
  CONVERTING,
];

const PAIRS = NO_SWEEP_REASONS.flatMap((first, index) =>
  NO_SWEEP_REASONS.slice(index + 1).map((second) => [first, second] as const),
)
  .filter(([first, second]) =>
    EXCLUSIVE.every((group) => !group.includes(first) || !group.includes(second)),
  )
  .filter(
    // Nothing of a rule that cannot be read is checked but whether money moves at all.
    ([first, second]) => second === 'unreadable' || first !== 'unreadable',
  );

describe('the reason not to sweep', () => {
  it('is none where everything is in order', () => {
    expect(decideOne()).toMatchObject({ outcome: 'sweep', amount: '15', needsApproval: false });
  });

  it.each(NO_SWEEP_REASONS)('is %s when that alone is in the way', (reason) => {
    const decision = decideOne(CHANGES[reason]);
    expect(verdict(decision)).toBe(reason);
    expect(decision.checks.some(({ holds }) => !holds)).toBe(true);
    expect(decision.explanation).toMatch(/^[A-Z"].*\.$/);
  });

  it('is none from the very moment at which the rest of an account is over', () => {
    const rested = { ...ACCOUNT, usableFrom: NOW };
    const decision = decideOne({ accounts: new Map([[ACCOUNT.id, rested]]) });
    expect(verdict(decision)).toBe('sweep 15');
    expect(checkLines(decision.checks)).toContain(
      `+ cooling-off: usable from ${NOW} | usable at ${NOW}`,
    );
  });

  it.each([
    ['no lane', { lanes: new Map() }, 'disarmed'],
    ["a lane of another ledger's", withLane({ ...LANE, epoch: 'table-0' }), 'disarmed'],
    [
      'its currency halted',
      { controls: { ...CONTROLS, currencyModes: { BTC: 'halted' } } } as const,
      'halted',
    ],
    [
      'its currency in dry-run',
      { controls: { ...CONTROLS, currencyModes: { BTC: 'dry-run' } } } as const,
      'dry-run',
    ],
    [
      'another currency halted',
      { controls: { ...CONTROLS, currencyModes: { ETH: 'halted' } } } as const,
      'sweep 15',
    ],
    ['no such account', { accounts: new Map() }, 'account-not-active'],
    [
      'a lane held after a rejection',
      withLane({ ...LANE, status: { state: 'rejected', claim: CLAIM, since: CLAIM.sendBy } }),
      'uncertain',
    ],
    [
      'a lane held by an anomaly',
      withLane({ ...LANE, status: { state: 'anomaly', claim: CLAIM, since: CLAIM.sendBy } }),
      'uncertain',
    ],
    [
      'an open instruction of its own',
      withLane({
        ...LANE,
        open: { own: { instructionId: 'own', ruleId: RULE.id, amount: '1' } },
      }),
      'in-flight',
    ],
    [
      'a balance read a little in the future',
      { balancesReadAt: '2026-01-05T09:01:05.000Z' },
      'sweep 15',
    ],
    [
      'a balance read far in the future',
      { balancesReadAt: '2026-01-05T09:01:05.001Z' },
      'stale-balance',
    ],
    ['a balance just young enough', { balancesReadAt: '2026-01-05T08:55:05.000Z' }, 'sweep 15'],
    [
      'a backoff that is just over',
      withLane(laneUsing({ failures: 1, backoffUntil: '2026-01-05T09:00:05.000Z' })),
      'sweep 15',
    ],
    [
      'a cooldown that is just over',
      {
        rules: [rule({ cooldownSeconds: 60 })],
        ...withLane(laneUsing({ lastClaimedAt: '2026-01-05T08:59:05.000Z' })),
      },
      'sweep 15',
    ],
    [
      'an older snapshot swept on',
      withLane(laneUsing({ lastOccurrence: '2026-01-05T08:59:00.000Z' })),
      'sweep 15',
    ],
    ['a balance of nothing', { balances: { BTC: { total: '0' } } }, 'below-threshold'],
    ['a negative balance', { balances: { BTC: { total: '-3' } } }, 'below-threshold'],
  ])('with %s', (_, change, expected) => {
    expect(verdict(decideOne(change))).toBe(expected);
  });

  it.each(PAIRS)('is %s rather than %s when both are in the way', (first, second) => {
    expect(verdict(decideOne(merged(first, second)))).toBe(first);
  });
});
function merged(first: NoSweepReason, second: NoSweepReason): Partial<EvaluateInput> {
  const [left, right] = [CHANGES[first], CHANGES[second]];
  const both = (key: keyof EvaluateInput) => key in left && key in right;
  const rules = [{ ...RULE, ...changed(right.rules?.[0]), ...changed(left.rules?.[0]) }];
  return {
    ...right,
    ...left,
    ...(both('rules') ? { rules } : {}),
    ...(both('lanes') ? { lanes: mergedLanes(left, right) } : {}),
  };
}

function mergedLanes(first: Partial<EvaluateInput>, second: Partial<EvaluateInput>) {
  const [left, right] = [first, second].map(({ lanes }) => lanes?.get('BTC') ?? LANE);
  const usage = { ...right?.usage[RULE.id], ...left?.usage[RULE.id] };
  const lane = laneUsing(usage, {
    status: (left?.status.state === 'idle' ? right : left)?.status ?? LANE.status,
    open: { ...right?.open, ...left?.open },
    counts: [...(left?.counts ?? []), ...(right?.counts ?? [])],
  });
  return new Map([...(first.lanes ?? []), ...(second.lanes ?? []), ['BTC', lane] as const]);
}

function changed(one: object | undefined): object {
  const before: Record<string, unknown> = { ...RULE };
  return Object.fromEntries(
    Object.entries(one ?? {}).filter(([key, value]) => before[key] !== value),
  );
}
