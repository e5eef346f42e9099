import type { FailingRuleState } from '../ledger/failing-rule-state.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A rule of which nothing leaves; of one that is over, what its row ended with. */
type FailingRuleData = Omit<FailingRuleState, 'tenant' | 'state' | 'at' | 'version'>;

export interface FailingRuleEvents {
  readonly 'com.sluice.rule.failing': FailingRuleData;
  readonly 'com.sluice.rule.recovered': FailingRuleData;
}

/** One event when a rule is known to fail, and one when that is over. */
export function failingRuleEvent({ before, after }: MoveOf<'failing-rule'>): EventBody | null {
  const { tenant: _tenant, state, at, version, ...data } = after;
  if (before?.version === version) return null;
  return {
    type: state === 'failing' ? 'com.sluice.rule.failing' : 'com.sluice.rule.recovered',
    subject: after.ruleId,
    time: at,
    write: `${after.ruleId}/${version}`,
    data,
  };
}
