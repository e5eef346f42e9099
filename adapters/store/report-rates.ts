import { judgeRates } from '../../treasury/report-values/judge-rates.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import type { SealVerifier } from '../../treasury/seals/ports.ts';
import { ledgerKeys } from './keys.ts';
import { readManualRates } from './manual-rates.ts';
import type { StoreTable } from './store-table.ts';
import { tableIdentity } from './table-identity.ts';
import { itemAt } from './table-items.ts';

/** The manual rates as reports may use them, each judged by its seal. */
export function reportRates(
  table: StoreTable,
  seals: SealVerifier,
  { consistent }: { readonly consistent: boolean },
): (tenant: string) => Promise<readonly ReportRate[]> {
  const judges = {
    seals,
    epoch: () => tableIdentity(table),
    hasVersion: async (tenant: string, id: string, version: number): Promise<boolean> => {
      const { sk } = ledgerKeys.manualRate(tenant, id);
      return (await itemAt(table, ledgerKeys.policyVersion(tenant, sk, version))) !== null;
    },
  };
  return async (tenant) =>
    await judgeRates(judges, tenant, await readManualRates(table, tenant, consistent));
}
