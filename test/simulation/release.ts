import type { Ledger } from '../../treasury/ledger/ledger.ts';

/** Versions of Sluice: the code of this one, and the next, which is this code and reads one more format. */
export type Release = 'older' | 'newer';

/** Which release a process is of, and the ledger as it reads and writes it. */
export interface ReleasesOfProcesses {
  /** Of a process that begins. */
  readonly ofProcess: () => Release;
  readonly ledgerOf: (release: Release, name: string, ledger: Ledger) => Ledger;
}
