import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import { sealedPiece } from '../../../treasury/sealing/policy-seals.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { MATCHING_EPOCH } from '../../unit/reconciliation/planted-books.ts';
import { START } from '../../unit/reconciliation/samples.ts';

const STANDS = { currency: 'BTC', enabled: true, version: 1, activeSince: START } as const;

/** What two people agreed to at the beginning. Fees and the withdrawals of this world are alike in size. */
export const AGREED = {
  deposits: {
    ...STANDS,
    id: 'deposits',
    label: 'Customer deposits',
    kind: 'deposit',
    direction: 'inflow',
    maximum: '3',
  },
  fees: {
    ...STANDS,
    id: 'fees',
    label: 'Network fee',
    kind: 'fee',
    direction: 'outflow',
    maximum: '0.0005',
    per24Hours: '0.005',
  },
  settlements: {
    ...STANDS,
    id: 'settlements',
    label: 'Card settlement',
    kind: 'transfer',
    direction: 'outflow',
    repeats: { amount: '0.25', tolerance: '0' },
    schedule: { expression: '0 * * * ? *', timeZone: 'UTC', toleranceSeconds: 600 },
    per24Hours: '2',
  },
} as const satisfies Readonly<Record<string, MatchingRule>>;

/** As the deciding function of a ledger writes it. */
export async function sealedRule(
  rule: MatchingRule,
  epoch: string = MATCHING_EPOCH,
): Promise<MatchingRule> {
  const piece = { kind: 'matching-rule', item: rule } as const;
  return (await sealedPiece(hmacSeals, { tenant: TENANT, epoch }, piece, START)).item;
}
