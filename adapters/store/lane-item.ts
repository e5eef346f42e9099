import { type Lane, laneSchema } from '../../treasury/instructions/lane.ts';
import type { ItemKind } from './item.ts';
import { ledgerKeys } from './keys.ts';

/**
 * Attributes stay what a claim, a release and a re-arming are conditional on (`writes.ts`), and what the stream's filter
 * tells blocked lanes by: version, epoch, and these of the status.
 */
export const LANE: ItemKind<Lane> = {
  entity: 'lane',
  schema: laneSchema,
  key: (tenant, { currency }) => ledgerKeys.lane(tenant, currency),
  packing: {
    since: 5,
    fields: {
      status: { state: true, claim: { quarantineUntil: true } },
      open: {},
      usage: {},
      counts: {},
      recent: {},
      rearmedAt: {},
      booking: {},
      concludedAt: {},
      seal: {},
    },
  },
};
