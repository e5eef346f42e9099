import type { Instruction } from '../instructions/instruction.ts';
import { hasTiers } from '../limits/approval-usage.ts';
import { peopleBehind } from '../limits/approvals-required.ts';
import { isBoundByValue } from '../limits/outflow-bounds.ts';
import { isValueLimit } from '../policy/limit.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import type { Reading, TradingService } from '../ports/trading-service.ts';
import type { ReconsiderInput } from '../rules/reconsider.ts';
import { type ValuesBeforePorts, valuesBeside } from '../snapshots/values-beside.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import { hasValueLimits } from '../value-limits/rule-limits.ts';
import { readingOfStated } from '../value-limits/stated-price.ts';

type ClaimPrices = NonNullable<ReconsiderInput['prices']>;

/**
 * What each currency is worth at this moment, if the claim rests on that: the prices that the service states now, judged by
 * the last snapshot's, the stricter of both. Null if every limit behind the claim is an amount: the service is asked no more than
 * it has to be. A snapshot that another program wrote can make a claim wait, and can permit nothing: its seal does not hold.
 */
export async function pricesForClaim(
  {
    service,
    snapshots,
    reader,
  }: ValuesBeforePorts & { readonly service: Pick<TradingService, 'readPrices'> },
  instruction: Instruction,
  policy: Policy,
  account: RegisteredAccount | null,
): Promise<Reading<PriceReading> | null> {
  const { tenant } = instruction;
  const { controls } = policy;
  if (controls === null || !restsOnPrices(instruction, policy, account)) return null;
  const [reading, before] = await Promise.all([service.readPrices(), snapshots.latest(tenant)]);
  if (!reading.ok) return reading;
  const { prices, readAt } = reading.value;
  const since = { tenant, prices, before, into: controls.reportingCurrency };
  const values = await valuesBeside(reader, since, controls);
  return { ok: true, value: { values, readAt } };
}

/** The price of the decision beside a reading of this moment. */
export function pricesSince(
  {
    priceOfLimits,
    content,
    conversion,
  }: Pick<Instruction, 'priceOfLimits' | 'content' | 'conversion'>,
  present: PriceReading,
): ClaimPrices {
  const currency = content.kind === 'withdrawal' ? content.currency : conversion?.currency;
  if (priceOfLimits === undefined || currency === undefined) return { decidedBy: null, present };
  const { reportingCurrency } = present.values;
  return { decidedBy: readingOfStated(priceOfLimits, currency, reportingCurrency), present };
}

function restsOnPrices(
  instruction: Instruction,
  policy: Policy,
  account: RegisteredAccount | null,
): boolean {
  const { origin, content } = instruction;
  const { controls } = policy;
  if (controls === null || content.kind !== 'withdrawal') return false;
  // In the reporting currency an amount is its value.
  const isTiered = hasTiers(controls) && peopleBehind(instruction) < 2;
  if (isTiered && content.currency !== controls.reportingCurrency) return true;
  if (account !== null && isBoundByValue(controls, account, origin.kind)) return true;
  return origin.kind === 'sweep' && hasLimitsByValue(origin.ruleId, content, policy);
}

/** Its own rule has limits by value, or a rule that pays to the same account asks for approvals above one. */
function hasLimitsByValue(
  ruleId: string,
  { withdrawalAccountId }: { readonly withdrawalAccountId: string },
  { rules, unreadableRules = [] }: Policy,
): boolean {
  const own = rules.find(({ id }) => id === ruleId);
  if (own !== undefined && hasValueLimits(own)) return true;
  const account = accountKey(withdrawalAccountId);
  return [...rules, ...unreadableRules].some(
    (rule) =>
      isValueLimit(rule.approvalAbove) && accountKey(rule.withdrawalAccountId ?? '') === account,
  );
}
