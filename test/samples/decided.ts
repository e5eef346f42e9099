import type { RuleDecision } from '../../treasury/decisions/decision.ts';

type Swept = Extract<RuleDecision, { readonly outcome: 'sweep' }>;
type NotSwept = Extract<RuleDecision, { readonly outcome: 'no-sweep' }>;

/** Why a balance of 10 is not swept. */
export const BELOW: NotSwept['why'] = {
  ...{ limit: 'threshold', code: 'threshold', currency: 'BTC', threshold: '20' },
  ...{ balance: '10', committed: '0', unbooked: '0' },
};

/** The outcome of a decision that is about nothing else. */
export const NOT_SWEPT = {
  ...{ checks: [], outcome: 'no-sweep', reason: 'below-threshold', why: BELOW },
} as const satisfies Partial<NotSwept>;

/** All of a balance of 1. */
export const SIZED: Swept['sweep'] = {
  holding: { balance: '1', committed: '0', unbooked: '0' },
  ...{ keep: '0', allocation: { kind: 'all', basis: 'surplus' }, step: '1', cap: null },
  ...{ parts: [{ part: 1, to: 'Cold storage', amount: '1', approval: null }], split: null },
};

export const SWEPT = {
  ...{ checks: [], outcome: 'sweep', amount: '1', needsApproval: false, sweep: SIZED },
} as const satisfies Partial<Swept>;
