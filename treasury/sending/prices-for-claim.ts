import type { Instruction } from '../instructions/instruction.ts';
import { isValueLimit } from '../policy/limit.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { Reading, TradingService } from '../ports/trading-service.ts';
import type { ReconsiderInput } from '../rules/reconsider.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import { hasValueLimits } from '../value-limits/rule-limits.ts';
import { readingOfStated } from '../value-limits/stated-price.ts';

type ClaimPrices = NonNullable<ReconsiderInput['prices']>;

/**
 * The prices of the decision and of this moment, if the claim rests on any; null if every limit behind it is an amount.
 * The service is asked, not the store: what another program wrote into a table decides nothing here, and the price of
 * the decision stands in the sealed instruction.
 */
export async function pricesForClaim(
  service: Pick<TradingService, 'readPrices'>,
  instruction: Instruction,
  policy: Policy,
): Promise<Reading<ClaimPrices> | null> {
  if (!restsOnPrices(instruction, policy)) return null;
  const reading = await service.readPrices();
  if (!reading.ok) return reading;
  return { ok: true, value: pricesSince(instruction, reading.value) };
}

/** The price of the decision beside a reading of this moment. */
export function pricesSince(
  { priceOfLimits }: Pick<Instruction, 'priceOfLimits'>,
  present: PriceReading,
): ClaimPrices {
  const decidedBy = priceOfLimits === undefined ? null : readingOfStated(priceOfLimits);
  return { decidedBy, present };
}

/** Its own rule has limits by value, or a rule that pays to the same account asks for approvals above one. */
function restsOnPrices(
  { origin, content }: Instruction,
  { rules, unreadableRules = [] }: Policy,
): boolean {
  if (origin.kind !== 'sweep' || content.kind !== 'withdrawal') return false;
  const own = rules.find(({ id }) => id === origin.ruleId);
  if (own !== undefined && hasValueLimits(own)) return true;
  const account = accountKey(content.withdrawalAccountId);
  return [...rules, ...unreadableRules].some(
    (rule) =>
      isValueLimit(rule.approvalAbove) && accountKey(rule.withdrawalAccountId ?? '') === account,
  );
}
