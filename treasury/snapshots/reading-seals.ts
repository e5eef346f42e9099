import { digestOf } from '../seals/canonical-json.ts';
import type { Sealer, SealVerifier, Validity } from '../seals/ports.ts';
import type { Mac } from '../seals/seal.ts';
import type { Balances } from '../valuation/balance.ts';
import { type ValuesOnRecord, valuesIn } from '../valuation/price-jumps.ts';

/*
 * What the service said its balances are, and what readings so far say of values, sealed by the function that read them: an
 * attacker with write access to the table of snapshots can hide a reading, and can make none that anything is given back on,
 * and none that the next prices are judged by. The key is one of its own. It authorises nothing, and no deciding function can
 * make a seal with it.
 */

/** What a seal over a reading stands for. */
interface ReadBalances {
  readonly tenant: string;
  readonly takenAt: string;
  readonly balances: Balances;
}

/** A reading of a tick, or one that a function asked for by a name that it made up, and that leaves no values on record. */
export type ReadingOf =
  | (ReadBalances & ValuesOnRecord & { readonly scheduledFor: string })
  | (ReadBalances & { readonly askedAs: string });

/** The reading with a seal over it. Throws if none can be made. */
export async function sealedReading<R extends ReadingOf>(
  sealer: Sealer,
  reading: R,
): Promise<R & { readonly seal: Mac }> {
  return { ...reading, seal: await sealer.seal(digestOfReading(reading.tenant, reading)) };
}

/**
 * Whether take-snapshot read this of this tenant, then, and in answer to this. `unsealed`: it may have been made when no
 * seal could be, and proves nothing. Throws if the key cannot be reached.
 */
export async function judgeReading(
  verifier: SealVerifier,
  tenant: string,
  reading: ReadingOf & { readonly seal?: Mac },
): Promise<Validity | 'unsealed'> {
  const { seal } = reading;
  if (seal === undefined) return 'unsealed';
  return await verifier.verify(digestOfReading(tenant, reading), seal);
}

/** The same for who makes these seals, and needs no other right for it: a MAC over the same is the same again. */
export async function isOwnReading(
  sealer: Sealer,
  tenant: string,
  reading: ReadingOf & { readonly seal?: Mac },
): Promise<boolean> {
  const { seal } = reading;
  if (seal === undefined) return false;
  const { keyId, mac } = await sealer.seal(digestOfReading(tenant, reading));
  return keyId === seal.keyId && mac === seal.mac;
}

function digestOfReading(tenant: string, reading: ReadingOf): Uint8Array {
  const { takenAt, balances } = reading;
  return digestOf({ ...whatElse(reading), tenant, takenAt, balances });
}

function whatElse(reading: ReadingOf): object {
  if ('askedAs' in reading) return { domain: 'sluice/asked-reading', askedAs: reading.askedAs };
  const { scheduledFor, valuation } = reading;
  const { reportingCurrency } = valuation;
  const unitValues = valuesIn(reading, reportingCurrency);
  return { domain: 'sluice/reading', scheduledFor, reportingCurrency, unitValues };
}
