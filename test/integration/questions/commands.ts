import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { storedStatements } from '../../../adapters/store/statements.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { openAnalystDatabase } from '../../../local/sql/analyst-database.ts';
import { askedByName } from '../../../local/sql/ask.ts';
import { verifyStatements } from '../../../treasury/statements/verify-statements.ts';
import { verifyBooks } from '../../../treasury/tie-out/verify-books.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { type Deployed, TENANT } from '../functions/deployed-functions.ts';
import { verifyPorts } from '../store/recorded-march.ts';

/** More rows than any answer here has. */
const MAX_ROWS = 1_000;

/** What `npm run verify:statements -- --json` prints about these tables. */
export async function verifiedStatements(ledger: StoreTable): Promise<unknown> {
  const ports = {
    storedStatements: storedStatements(ledger),
    entriesAfter: entriesAfter(ledger),
    readAuditHead: createLedger(ledger).readAuditHead,
  };
  return await verifyStatements(ports, TENANT, []);
}

/** What `npm run verify:books -- --json` prints about these tables. */
export async function verifiedBooks({
  ledgerTable: ledger,
  snapshotsTable: snapshots,
}: Pick<Deployed, 'ledgerTable' | 'snapshotsTable'>): Promise<unknown> {
  return await verifyBooks(verifyPorts({ ledger, snapshots }), TENANT, {});
}

/** What `npm run sql -- --named NAME --json` prints about the analyst's files in a folder. */
export async function namedQuery(
  folder: string,
  name: string,
  range: { readonly from: string; readonly to: string },
): Promise<unknown> {
  const database = await openAnalystDatabase(folder);
  try {
    const { sql, parameters } = askedByName(name, range, instantOf(Date.now()));
    const { columns, rows } = await database.query(sql, parameters, MAX_ROWS);
    return rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
    );
  } finally {
    database.close();
  }
}
