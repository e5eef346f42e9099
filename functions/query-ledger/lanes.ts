import { type LaneView, laneViews } from '../../treasury/lanes/lane-view.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/** The lanes as shown to people, with the instructions that hold them. */
export async function readLaneViews(
  ledger: Pick<Ledger, 'readLanes' | 'readInstruction' | 'epoch' | 'readPolicy'>,
  tenant: string,
  at: Instant,
): Promise<readonly LaneView[]> {
  const [lanes, epoch, { controls }] = await Promise.all([
    ledger.readLanes(tenant),
    ledger.epoch(),
    ledger.readPolicy(tenant),
  ]);
  const ids = lanes.flatMap(({ status }) =>
    status.state === 'idle' ? [] : [status.claim.instructionId],
  );
  const holders = await Promise.all(
    [...new Set(ids)].map((id) => ledger.readInstruction(tenant, id)),
  );
  const found = holders.filter((holder) => holder !== null);
  const holding = new Map(found.map((holder) => [holder.id, holder]));
  return laneViews(lanes, holding, epoch, at, controls);
}
