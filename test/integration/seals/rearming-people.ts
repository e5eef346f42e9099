import { countMarksIn } from '../../../adapters/store/count-marks.ts';
import { readManualRates } from '../../../adapters/store/manual-rates.ts';
import { readMatchingRules } from '../../../adapters/store/matching-rules.ts';
import { readRearming } from '../../../adapters/store/rearming.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import { arm, type RearmingPorts, type RearmResult } from '../../../treasury/rearming/rearm.ts';
import { rearmingView } from '../../../treasury/rearming/rearming.ts';
import { judgeRestored, unprovenIn } from '../../../treasury/rearming/restored-counts.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { hmacCounts, hmacSeals } from '../../seals/hmac-seals.ts';
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
    counts: hmacCounts,
    marks: countMarksIn(table),
    ledger: {
      ...ledger,
      readRearming: (tenant) => readRearming(table, tenant),
      readWebhooks: async () => [],
      readManualRates: (tenant) => readManualRates(table, tenant),
      readMatchingRules: (tenant) => readMatchingRules(table, tenant),
    },
    ...more,
  };
}

/** What a person sees before arming. */
export async function seen(ports: RearmingPorts) {
  const [lanes, epoch] = await Promise.all([ports.ledger.readLanes(TENANT), ports.ledger.epoch()]);
  const view = rearmingView(lanes, epoch);
  const restored = await judgeRestored(ports, { tenant: TENANT, epoch, lanes });
  return { ...view, unproven: unprovenIn(restored) };
}

/** The word of one person about every lane that can be armed, with nothing unbooked. */
export async function says(
  ports: RearmingPorts,
  by: string,
  unproven?: readonly string[],
): Promise<RearmResult> {
  const { rearmable, digest } = await seen(ports);
  const unbooked = Object.fromEntries(rearmable.map((currency) => [currency, '0']));
  return await arm(ports, {
    tenant: TENANT,
    digest,
    unbooked,
    ...(unproven === undefined ? {} : { unproven }),
    by,
    comment: 'compared',
    requestId: by,
  });
}
