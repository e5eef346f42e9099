import type { Policy } from '../policy/policy.ts';
import type { PolicyProblem } from '../policy/policy-problem.ts';
import { otherCurrencyThanOfStage } from '../policy/value-limit-checks.ts';
import type { Instant } from '../time/instant.ts';
import type { Wanted } from './drafts.ts';
import { policyConflict } from './policy-conflict.ts';
import type { ChangePorts, PolicyLedger } from './ports.ts';
import { webhookConflict } from './webhook-conflict.ts';

/** What stands beside the piece. */
export type ConflictPorts = Pick<
  ChangePorts,
  'snapshotEverySeconds' | 'reportingCurrency' | 'receiverProblem'
> & {
  readonly ledger: Pick<PolicyLedger, 'readWebhooks'>;
};

interface Asked {
  readonly tenant: string;
  readonly wanted: Wanted;
  readonly policy: Policy;
  /** Currencies that have a lane. */
  readonly armed: readonly string[];
  readonly at: Instant;
}

/** Why a piece does not fit the rest of the policy. Empty: it fits. */
export async function conflictsOf(
  ports: ConflictPorts,
  { tenant, wanted, policy, armed, at }: Asked,
): Promise<readonly PolicyProblem[]> {
  if (wanted.kind !== 'webhook') {
    return [
      ...policyConflict(wanted, policy, armed, ports.snapshotEverySeconds, at),
      ...otherCurrency(wanted, policy, ports.reportingCurrency),
    ];
  }
  return webhookConflict(wanted.after, await ports.ledger.readWebhooks(tenant), ports);
}

/** Controls that were in another currency before may still be narrowed: only a change to another one is refused. */
function otherCurrency(
  wanted: Wanted,
  { controls }: Policy,
  stage: string,
): readonly PolicyProblem[] {
  if (wanted.kind !== 'controls') return [];
  const { reportingCurrency } = wanted.after;
  if (reportingCurrency === controls?.reportingCurrency) return [];
  return otherCurrencyThanOfStage(reportingCurrency, stage);
}
