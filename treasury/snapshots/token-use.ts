import * as z from 'zod/mini';
import type { Effects } from '../ports/effects.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const tokenUseSchema = record(() => ({
  tenant: z.string(),
  /** Counts the tokens that the service has accepted, from 1. */
  version: z.int().check(z.positive()),
  /** The version of the secret that holds it: an id, and nothing of the token. */
  secretVersion: z.string(),
  /** When balances were first read with it. */
  firstUsedAt: instant,
}));

/** The token that the service accepted last. */
export type TokenUse = Stored<typeof tokenUseSchema>;

export interface TokenUsePorts extends Pick<Effects, 'now'> {
  readonly tokenUses: {
    readonly read: (tenant: string) => Promise<TokenUse | null>;
    /** False if it is not the version after the stored one. */
    readonly write: (use: TokenUse) => Promise<boolean>;
  };
}

/** Notes the token with which balances were just read, if it is another than before. True if it is noted now. */
export async function noteTokenUse(
  { tokenUses, now }: TokenUsePorts,
  tenant: string,
  secretVersion: string,
): Promise<boolean> {
  const known = await tokenUses.read(tenant);
  if (known?.secretVersion === secretVersion) return true;
  const use = { ...known, tenant, version: (known?.version ?? 0) + 1, secretVersion };
  return await tokenUses.write({ ...use, firstUsedAt: now() });
}
