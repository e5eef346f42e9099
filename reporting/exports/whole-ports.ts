import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { FileInput, WithFile } from '../../api/router/input.ts';
import type { QUERY_REPORTS } from '../../api/routes/declared/query-reports.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import type { Series } from '../../treasury/series/ports.ts';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { GeneralLedger } from '../../treasury/statements/general-ledger.ts';
import type { FactsById } from '../../treasury/statements/instruction-facts.ts';
import type { StatementOfMonth } from '../../treasury/statements/statement-of-month.ts';

type Routes = (typeof QUERY_REPORTS)['routes'];

/** The routes of reports that can be had in one file. */
export type FileKey = {
  readonly [Key in keyof Routes]: Routes[Key] extends WithFile ? Key : never;
}[keyof Routes];

/** A request for the file of a route. */
export type FileOf<Key extends FileKey> = FileInput<Extract<Routes[Key], WithFile>>;

export interface WholePorts extends Effects {
  readonly tenant: string;
  readonly snapshotsTable: StoreTable;
  readonly ledgerTable: StoreTable;
  readonly snapshots: Snapshots;
  readonly series: Series;
  readonly readRates: (tenant: string) => Promise<readonly ReportRate[]>;
  /** Of reports that name no other. */
  readonly reportingTimeZone: string;
  /** What books say of instructions beside a statement. */
  readonly facts: (ids: readonly string[]) => Promise<FactsById>;
  readonly generalLedger: () => Promise<GeneralLedger>;
  /** The labels of registered accounts, deleted ones too, by id. */
  readonly accountLabels: () => Promise<ReadonlyMap<string, string>>;
  /** The statement of a month; null if there is none. */
  readonly statement: (
    month: string,
    timeZone?: string,
    into?: string,
  ) => Promise<StatementOfMonth | null>;
}
