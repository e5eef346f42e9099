import { debitsIn } from '../counters/counter.ts';
import { UNREADABLE_COUNTS, withDebits } from '../counters/shared-counts.ts';
import type { StopFact } from '../facts/stop-fact.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { hasTiers, usedWithin } from '../limits/approval-usage.ts';
import { approvalsByTier, peopleBehind } from '../limits/approvals-required.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { missingValue, noValues, unitValue } from '../valuation/believed-values.ts';
import type { NoValue } from '../valuation/no-value.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';

export type RoomForClaim =
  /** The writes that the claim has to make beside itself. */
  | { readonly ok: true; readonly waitsFor?: never; readonly writes: readonly LedgerWrite[] }
  /** What was claimed cannot be read: the claim waits, and writes nothing over it. */
  | { readonly ok: false; readonly waitsFor: typeof UNREADABLE_COUNTS }
  | {
      readonly ok: false;
      readonly waitsFor?: never;
      readonly refusal: { readonly reason: 'approval-missing'; readonly why: StopFact };
    };

/** The value of an instruction when it was proposed; null if that is not known in this currency. */
function valueIn({ value }: Instruction, reportingCurrency: string): string | null {
  return value?.currency === reportingCurrency ? value.amount : null;
}

export type ValueAtClaim =
  /** In the reporting currency; null counts as above every tier. */
  | { readonly known: true; readonly value: string | null }
  /** It is not known at this moment: the claim waits. */
  | { readonly known: false; readonly why: NoValue };

/**
 * What tiers count it with: its value at the proposal, or at this moment if that is more. Without tiers, and with as many
 * people behind it as any tier asks for, none is needed.
 */
export function valueAtClaim(
  instruction: Instruction,
  controls: Controls | null,
  present: PriceReading | null,
): ValueAtClaim {
  const into = controls?.reportingCurrency ?? '';
  const decided = valueIn(instruction, into);
  if (controls === null || !hasTiers(controls) || peopleBehind(instruction) === 2) {
    return { known: true, value: decided };
  }
  const { content, conversion } = instruction;
  const taken = content.kind === 'withdrawal' ? content : conversion;
  const { currency = '', amount = '0' } = taken ?? {};
  const values = present?.values ?? noValues(into);
  const unit = unitValue(values, currency, into);
  const now = valueOfAmount(values, currency, amount, into);
  if (!unit.known || now === null) {
    return { known: false, why: unit.known ? missingValue(currency, into) : unit.why };
  }
  const isMore = decided !== null && decimalOf(now).greaterThan(decimalOf(decided));
  return { known: true, value: isMore ? now : decided };
}

/**
 * Whether as many people approved as the tiers require by now, with everything that was claimed in 24 hours, and the
 * claim's resulting writes. The claim is conditional on what was read here, so two claims never rely on the same
 * room. More approvals than were given cannot be requested any more: the next run, or the person who requested it,
 * decides again.
 */
export async function roomForClaim(
  ledger: Pick<Ledger, 'readCounts'>,
  instruction: Instruction,
  value: string | null,
  claim: Pick<ClaimRecord, 'claimedAt' | 'debits'>,
  controls: Controls,
): Promise<RoomForClaim> {
  const people = peopleBehind(instruction);
  if (people === 2 || !hasTiers(controls)) return { ok: true, writes: [] };
  const { tenant } = instruction;
  const { approvalTiers, reportingCurrency } = controls;
  const usage = await ledger.readCounts(tenant, 'approval-usage');
  if (usage === UNREADABLE_COUNTS) return { ok: false, waitsFor: UNREADABLE_COUNTS };
  const used = usedWithin(usage, reportingCurrency, claim.claimedAt);
  const approvalsRequired = approvalsByTier(approvalTiers, value, used);
  if (approvalsRequired > people) {
    const needed = { required: approvalsRequired, given: people };
    const why = { code: 'more-approvals-by-tiers', ...needed } as const;
    return { ok: false, refusal: { reason: 'approval-missing', why } };
  }
  const own = debitsIn('approval-usage', claim.debits);
  if (own.length === 0) return { ok: true, writes: [] };
  const debited = withDebits(usage, 'approval-usage', tenant, own);
  return { ok: true, writes: [{ kind: 'put-approval-usage', usage: debited }] };
}
