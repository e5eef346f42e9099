import type { ZeroBalances } from '../valuation/absent-balances.ts';

export interface ZeroBalancesPort {
  /** What the controls say that the service does with balances of zero; asked only where one is left out. */
  readonly zeroBalances?: (tenant: string) => Promise<ZeroBalances>;
}

/** Where the controls cannot be read, nothing that is left out counts as zero: a reading does not wait for them. */
export async function zeroBalancesSaid(
  { zeroBalances }: ZeroBalancesPort,
  tenant: string,
): Promise<ZeroBalances> {
  if (zeroBalances === undefined) return 'unknown';
  return await zeroBalances(tenant).catch(() => 'unknown' as const);
}
