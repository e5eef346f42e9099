import { type Lane, laneSchema } from '../../treasury/instructions/lane.ts';
import type { ItemKind } from './item.ts';
import { ledgerKeys } from './keys.ts';

export const LANE: ItemKind<Lane> = {
  entity: 'lane',
  schema: laneSchema,
  key: (tenant, { currency }) => ledgerKeys.lane(tenant, currency),
};
