import * as z from 'zod';
import { putStatement } from '../../adapters/store/statements.ts';
import type { Balances } from '../../treasury/valuation/balance.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import type { TreasuryTables } from '../treasury-tables.ts';
import type { MakeItems } from './items-wanted.ts';
import { type Marker, readMarker, writeMarker } from './marker.ts';
import { lastTickBefore, ticksUntil } from './period.ts';
import { type WriteBatch, writeItems } from './write-items.ts';

/** The part of a deployment's settings that history follows. */
export interface FillSettings {
  readonly reportingCurrency: string;
  readonly reportingTimeZone: string;
  readonly statementGraceHours: number;
}

export interface FillOptions extends FillSettings {
  readonly tables: Pick<
    TreasuryTables,
    'tenant' | 'ledger' | 'ledgerTable' | 'snapshotsTable' | 'seriesTable'
  >;
  /** The built-in sandbox's balances and prices at this moment. There is no other service to ask. */
  readonly sandbox: { readonly balances: () => Balances; readonly prices: () => Prices };
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Computes the history. */
  readonly make: MakeItems;
  readonly write: WriteBatch;
  /** Called before history is made up. */
  readonly begun?: () => void;
  /** Nothing that was written may be delivered to any function: called once all of it was. */
  readonly passOver: () => Promise<void>;
}

/** The final balances and quotes, as the marker keeps them. */
const endSchema = z.object({
  balances: z.record(z.string(), z.object({ total: z.string(), available: z.string() })),
  prices: z.record(z.string(), z.object({ bid: z.string(), ask: z.string() })),
});

/**
 * Fills an empty store with made-up history that ends with the sandbox's holdings, or finds that the store has a
 * history of its own and leaves it alone. A start that was stopped half way begins again with the same history, to
 * the last byte, so that nothing stays half. Null if nothing in the store is made up.
 */
export async function fillWithDemoData(options: FillOptions): Promise<Marker | null> {
  const { tenant, ledger, ledgerTable } = options.tables;
  const found = await readMarker(ledgerTable, tenant);
  if (found?.isComplete === true) return found;
  const [policy, head] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readAuditHead(tenant),
  ]);
  if (found === null && (policy.controls !== null || head.sequence > 0)) return null;
  options.begun?.();
  const begun = found ?? beginning(options);
  await writeMarker(ledgerTable, begun);
  await fill(options, begun);
  await options.passOver();
  const marker = { ...begun, isComplete: true };
  await writeMarker(ledgerTable, marker);
  return marker;
}

function beginning({ tables: { tenant }, sandbox, now }: FillOptions): Marker {
  const last = lastTickBefore(now);
  const from = ticksUntil(last)[0] ?? last;
  const end = JSON.stringify({ balances: sandbox.balances(), prices: sandbox.prices() });
  return { tenant, from, last, end, isComplete: false };
}

async function fill(options: FillOptions, { tenant, last, end }: Marker): Promise<void> {
  const { tables, make, write, reportingCurrency } = options;
  const { reportingTimeZone, statementGraceHours } = options;
  const { ledgerTable, snapshotsTable, seriesTable } = tables;
  const names = {
    snapshots: snapshotsTable.tableName,
    series: seriesTable.tableName,
    ledger: ledgerTable.tableName,
  };
  const parts = make({
    ...{ tenant, last, ...endSchema.parse(JSON.parse(end)), reportingCurrency },
    ...{ reportingTimeZone, statementGraceHours, ledgerTable: names.ledger },
  });
  for await (const part of parts) {
    if ('statement' in part) await putStatement(ledgerTable, part.statement);
    else await writeItems(write, names[part.table], part.items);
  }
}
