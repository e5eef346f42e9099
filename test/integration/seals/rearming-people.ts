import { readManualRates } from '../../../adapters/store/manual-rates.ts';
import { readMatchingRules } from '../../../adapters/store/matching-rules.ts';
import { readRearming } from '../../../adapters/store/rearming.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import { arm, type RearmingPorts, type RearmResult } from '../../../treasury/rearming/rearm.ts';
import { rearmingView } from '../../../treasury/rearming/rearming.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';

/** What re-arming reaches in a restored ledger. */
export function rearmingPorts(
  now: () => Instant,
  table: StoreTable,
  ledger: Ledger,
  more: Partial<RearmingPorts> = {},
): RearmingPorts {
  return {
    now,
    seals: hmacSeals,
    ledger: {
      ...ledger,
      readRearming: (tenant) => readRearming(table, tenant),
      readWebhooks: async () => ({ things: [], unreadable: [] }),
      readManualRates: (tenant) => readManualRates(table, tenant),
      readMatchingRules: (tenant) => readMatchingRules(table, tenant),
    },
    ...more,
  };
}

/** What a person sees before arming. */
export async function seen(ports: RearmingPorts) {
  const [lanes, epoch] = await Promise.all([ports.ledger.readLanes(TENANT), ports.ledger.epoch()]);
  return rearmingView(lanes, epoch);
}

/** The word of one person about every lane that can be armed, with nothing unbooked. */
export async function says(ports: RearmingPorts, by: string): Promise<RearmResult> {
  const { rearmable, digest } = await seen(ports);
  const unbooked = Object.fromEntries(rearmable.map((currency) => [currency, '0']));
  return await arm(ports, {
    tenant: TENANT,
    digest,
    unbooked,
    by,
    comment: 'compared',
    requestId: by,
  });
}
