import { explain } from '../../treasury/facts/sentences/say/show-decision.ts';
import type { StoredDecision } from '../../treasury/ledger/stored-decision.ts';
import type { Register } from './register.ts';

/** What was decided about each rule at each run. */
export const DECISIONS: Register<StoredDecision> = {
  snapshot: { type: 'instant', title: 'Snapshot', cellOf: ({ snapshot }) => snapshot },
  decidedAt: { type: 'instant', title: 'Decided', cellOf: ({ decision }) => decision.decidedAt },
  ruleId: { type: 'text', title: 'Rule', cellOf: ({ decision }) => decision.ruleId },
  ruleVersion: {
    type: 'integer',
    title: 'Version of the rule',
    cellOf: ({ decision }) => decision.ruleVersion,
  },
  currency: { type: 'text', title: 'Currency', cellOf: ({ decision }) => decision.currency },
  withdrawalAccountId: {
    type: 'text',
    title: 'Withdrawal account',
    cellOf: ({ decision }) => decision.withdrawalAccountId,
  },
  parts: {
    type: 'text',
    title: 'Parts',
    cellOf: ({ decision: { parts = [] } }) =>
      parts.map((each) => `${each.amount} to ${each.withdrawalAccountId}`).join('; '),
  },
  outcome: { type: 'text', title: 'Outcome', cellOf: ({ decision }) => decision.outcome },
  reason: {
    type: 'text',
    title: 'Reason',
    cellOf: ({ decision }) => (decision.outcome === 'no-sweep' ? decision.reason : null),
  },
  amount: {
    type: 'amount',
    title: 'Amount',
    cellOf: ({ decision }) => (decision.outcome === 'sweep' ? decision.amount : null),
  },
  wouldSweep: {
    type: 'amount',
    title: 'Would sweep',
    cellOf: ({ decision }) => (decision.outcome === 'no-sweep' ? decision.wouldSweep : null),
  },
  instructionId: {
    type: 'text',
    title: 'Instruction',
    cellOf: ({ instructionId }) => instructionId,
  },
  explanation: {
    type: 'text',
    title: 'Explanation',
    cellOf: ({ decision }) => explain(decision),
  },
};
