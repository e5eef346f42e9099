import type { ManualRate } from '../policy/manual-rate.ts';
import type { RateDistrust } from '../policy/used-rate.ts';
import { judgePiece, type SealedLedger } from '../sealing/policy-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { ReportRate } from './report-rate.ts';

export interface RateJudges {
  readonly seals: SealVerifier;
  readonly epoch: () => Promise<string>;
  /** Whether a version of a rate is on record: no write deletes one. */
  readonly hasVersion: (tenant: string, id: string, version: number) => Promise<boolean>;
}

/**
 * The rates as reports may use them: only what a deciding function wrote in this ledger, in its last version, values
 * anything. Another one stays in the list, with why not. Nothing leaves by a rate, so nothing is halted.
 */
export async function judgeRates(
  judges: RateJudges,
  tenant: string,
  rates: readonly ManualRate[],
): Promise<readonly ReportRate[]> {
  if (rates.length === 0) return [];
  const ledger = { tenant, epoch: await judges.epoch() };
  return await Promise.all(
    rates.map(async (rate) => {
      const distrusted = await distrustOf(judges, ledger, rate);
      return distrusted === null ? rate : { ...rate, distrusted };
    }),
  );
}

async function distrustOf(
  { seals, hasVersion }: RateJudges,
  ledger: SealedLedger,
  item: ManualRate,
): Promise<RateDistrust | null> {
  const [verdict, isReplaced] = await Promise.all([
    verdictOn(seals, ledger, item),
    hasVersion(ledger.tenant, item.id, item.version + 1),
  ]);
  if (verdict !== 'valid') return verdict;
  return isReplaced ? 'replaced' : null;
}

/** A seal that cannot be verified now leaves a value out, and says so: the rest of the report is known all the same. */
async function verdictOn(seals: SealVerifier, ledger: SealedLedger, item: ManualRate) {
  try {
    return await judgePiece(seals, ledger, { kind: 'manual-rate', item });
  } catch {
    return 'seal-unknown' as const;
  }
}
