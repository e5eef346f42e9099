import {
  type TokenUse,
  type TokenUsePorts,
  tokenUseSchema,
} from '../../treasury/snapshots/token-use.ts';
import { following, putIf } from './conditional-put.ts';
import { type ItemKind, itemOf } from './item.ts';
import { snapshotKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';
import { thingAt } from './table-items.ts';

export const TOKEN_USE: ItemKind<TokenUse> = {
  entity: 'token-use',
  schema: tokenUseSchema,
  key: (tenant) => snapshotKeys.tokenUse(tenant),
};

/** Among the snapshots, which are taken with it: the function that takes them may write no other table. */
export function createTokenUses(table: StoreTable): TokenUsePorts['tokenUses'] {
  return {
    read: (tenant) => thingAt(table, snapshotKeys.tokenUse(tenant), TOKEN_USE),
    write: (use) => putIf(table, itemOf(TOKEN_USE, use.tenant, use), following(use.version)),
  };
}
