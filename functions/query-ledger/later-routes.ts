import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import type { History } from '../../treasury/preview/history.ts';
import type { SealVerifier } from '../../treasury/seals/ports.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { accountLimitsRoute } from './account-limits.ts';
import { checkRoutes } from './checks.ts';
import { type FrontPagePorts, frontPageRoutes } from './front-page.ts';
import { policyRoutes } from './policy.ts';
import { wholeLists } from './whole-lists.ts';

type FrontPage = Parameters<typeof frontPageRoutes>[0];

export interface LaterPorts
  extends Omit<FrontPage, keyof FrontPagePorts>,
    Omit<FrontPagePorts, 'ledger'> {
  readonly ledgerTable: StoreTable;
  readonly ledger: Pick<
    Ledger,
    | 'epoch'
    | 'readPolicy'
    | 'readLanes'
    | 'readCounts'
    | 'readInstruction'
    | 'readHalt'
    | 'readHaltMarks'
  >;
  readonly latestSnapshot: (tenant: string) => Promise<SnapshotTaken | null>;
  readonly history: History;
  /** Verifies that take-snapshot made a snapshot. */
  readonly reader: SealVerifier;
}

/** The routes that weigh rules, limits or changes: with all that this takes, half of the function's own code. */
export function laterRoutes(ports: LaterPorts) {
  const { ledger, history, latestSnapshot, reader, ...front } = ports;
  const { seals } = front;
  const { ledgerTable, ledgerOf, cursors, now, refuseUnknown } = front;
  return {
    ...frontPageRoutes(front),
    ...wholeLists({ table: ledgerTable, ledgerOf, latestSnapshot, cursors, now, refuseUnknown }),
    ...accountLimitsRoute({ ledgerOf, latestSnapshot, now }),
    ...checkRoutes({ ledger, snapshots: { latest: latestSnapshot }, seals, reader, now }),
    ...policyRoutes(ledgerTable, now, { ledger, history, cursors }),
  };
}
