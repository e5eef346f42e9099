import type { Lane } from '../instructions/lane.ts';
import { unreadableIn } from '../instructions/not-sent.ts';
import type { FailingRuleState } from '../ledger/failing-rule-state.ts';
import type { Policy } from '../policy/policy.ts';
import { type FailingRule, failingRules } from '../rules/failing-rules.ts';
import type { Instant } from '../time/instant.ts';

export interface NoteFailingPorts {
  readonly now: () => Instant;
  readonly ledger: {
    readonly readPolicy: (tenant: string) => Promise<Policy>;
    readonly readLanes: (tenant: string) => Promise<readonly Lane[]>;
  };
  readonly failingStates: {
    /** By rule: whatever was noted last. */
    readonly read: (tenant: string) => Promise<readonly FailingRuleState[]>;
    /** False if another round has noted something meanwhile. */
    readonly put: (state: FailingRuleState) => Promise<boolean>;
  };
}

/**
 * Notes each rule of which nothing leaves any more, and each of which something has left again, is switched off or gone: their
 * events tell of it, once each. The count itself stands in the lane, by the writes that end instructions.
 */
export async function noteFailingRules(
  { ledger, failingStates, now }: NoteFailingPorts,
  tenant: string,
): Promise<readonly FailingRuleState[]> {
  const [policy, lanes, known] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    failingStates.read(tenant),
  ]);
  const noted: FailingRuleState[] = [];
  // What a lane that cannot be read says of its rules is not known: nothing of them is over.
  const said = known.filter(({ currency }) => unreadableIn(lanes, [currency]) === null);
  for (const state of transitionsOf(tenant, failingRules(policy, lanes), said, now())) {
    if (await failingStates.put(state)) noted.push(state);
  }
  return noted;
}

function transitionsOf(
  tenant: string,
  failing: readonly FailingRule[],
  known: readonly FailingRuleState[],
  at: Instant,
): readonly FailingRuleState[] {
  const last = new Map(known.map((each) => [each.ruleId, each]));
  const now = new Set(failing.map(({ ruleId }) => ruleId));
  const begun = failing.flatMap((rule): readonly FailingRuleState[] => {
    const before = last.get(rule.ruleId);
    if (before?.state === 'failing') return [];
    const { converts: _converts, occurrence: _occurrence, ...seen } = rule;
    return [{ tenant, ...seen, state: 'failing', version: (before?.version ?? 0) + 1 }];
  });
  const over = known.flatMap((before): readonly FailingRuleState[] =>
    before.state === 'over' || now.has(before.ruleId)
      ? []
      : [{ ...before, state: 'over', at, version: before.version + 1 }],
  );
  return [...begun, ...over];
}
