import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { notFound } from '../../api/problems/not-found.ts';

/**
 * A list by a rule or an account that never was is no empty list: it is answered 404, as the rule itself is. A deleted one is
 * still known, since its past is listed.
 */
export async function refuseUnknown(
  table: StoreTable,
  tenant: string,
  { rule, account }: { readonly rule?: string; readonly account?: string },
): Promise<void> {
  const { readCurrent } = createPolicyChanges(table);
  const [knownRule, knownAccount] = await Promise.all([
    rule === undefined ? undefined : readCurrent(tenant, { kind: 'rule', id: rule }),
    account === undefined ? undefined : readCurrent(tenant, { kind: 'account', id: account }),
  ]);
  if (knownRule === null) throw notFound('There is no such rule: the parameter rule names none.');
  if (knownAccount === null) {
    throw notFound('There is no such account: the parameter account names none.');
  }
}
