import * as z from 'zod';
import { putStatement } from '../../adapters/store/statements.ts';
import type { Sealer } from '../../treasury/seals/ports.ts';
import type { Balances } from '../../treasury/valuation/balance.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import type { TreasuryTables } from '../treasury-tables.ts';
import type { ItemsPart, MakeItems } from './items-wanted.ts';
import { type Marker, readMarker, writeMarker } from './marker.ts';
import { lastTickBefore, ticksUntil } from './period.ts';
import { sealLast } from './seal-last.ts';
import { type WriteBatch, writeItems } from './write-items.ts';

/** The part of a deployment's settings that history follows. */
export interface FillSettings {
  readonly reportingCurrency: string;
  readonly reportingTimeZone: string;
  readonly statementGraceHours: number;
}

export interface BeginOptions extends FillSettings {
  readonly tenant: string;
  /** The built-in sandbox's balances and prices at this moment. There is no other service to ask. */
  readonly sandbox: { readonly balances: () => Balances; readonly prices: () => Prices };
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Computes the history. */
  readonly make: MakeItems;
}

/** A history that was begun: what the marker says of it, and what it consists of, as that is computed. */
export interface BegunHistory {
  readonly marker: Marker;
  readonly parts: AsyncIterable<ItemsPart>;
}

export interface FillOptions extends BeginOptions {
  readonly tables: Pick<
    TreasuryTables,
    'ledger' | 'ledgerTable' | 'snapshotsTable' | 'seriesTable'
  >;
  /** A history for an empty store, where it was begun before the tables were there. */
  readonly begunEarly?: BegunHistory | null;
  readonly write: WriteBatch;
  /** The key that this machine's readings are sealed with. */
  readonly readings: Sealer;
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
  const { tenant, begunEarly = null } = options;
  const { ledger, ledgerTable } = options.tables;
  const found = await readMarker(ledgerTable, tenant);
  if (found?.isComplete === true) return found;
  const [policy, head] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readAuditHead(tenant),
  ]);
  if (found === null && (policy.controls !== null || head.sequence > 0)) return null;
  options.begun?.();
  const { marker, parts } = (found === null ? begunEarly : null) ?? beginHistory(options, found);
  await writeMarker(ledgerTable, marker);
  await write(options, parts);
  await sealLast(options.tables.snapshotsTable, tenant, options.readings);
  await options.passOver();
  const complete = { ...marker, isComplete: true };
  await writeMarker(ledgerTable, complete);
  return complete;
}

/** Begins to compute a history that ends now, or the one that a marker names. */
export function beginHistory(options: BeginOptions, found: Marker | null = null): BegunHistory {
  const { make, reportingCurrency, reportingTimeZone, statementGraceHours } = options;
  const marker = found ?? newMarker(options);
  const { tenant, last, end } = marker;
  const parts = make({
    ...{ tenant, last, ...endSchema.parse(JSON.parse(end)), reportingCurrency },
    ...{ reportingTimeZone, statementGraceHours },
  });
  return { marker, parts };
}

function newMarker({ tenant, sandbox, now }: BeginOptions): Marker {
  const last = lastTickBefore(now);
  const from = ticksUntil(last)[0] ?? last;
  const end = JSON.stringify({ balances: sandbox.balances(), prices: sandbox.prices() });
  return { tenant, from, last, end, isComplete: false };
}

async function write(
  { tables, write: writeBatch }: FillOptions,
  parts: AsyncIterable<ItemsPart>,
): Promise<void> {
  const { ledgerTable, snapshotsTable, seriesTable } = tables;
  const names = {
    snapshots: snapshotsTable.tableName,
    series: seriesTable.tableName,
    ledger: ledgerTable.tableName,
  };
  for await (const part of parts) {
    if ('statement' in part) await putStatement(ledgerTable, part.statement);
    else await writeItems(writeBatch, names[part.table], part.items);
  }
}
