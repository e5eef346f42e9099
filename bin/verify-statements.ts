import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Command, InvalidArgumentError, Option } from 'commander';
import { entriesAfter } from '../adapters/store/audit-trail.ts';
import { createLedger } from '../adapters/store/ledger.ts';
import { storedStatements } from '../adapters/store/statements.ts';
import type { StoreTable } from '../adapters/store/store-table.ts';
import { openCopiedTables } from '../local/data-folder/copied-tables.ts';
import {
  type KnownDigest,
  type StatementsVerdict,
  verifyStatements,
} from '../treasury/statements/verify-statements.ts';

/*
 * npm run verify:statements: recomputes the digest of every frozen month from its items, and compares it with the audit
 * log, whose chain it follows from the beginning. Against a stage, or offline from a data folder.
 */

/** "2026-03=5f70..." or "2026-03@Europe/Zurich=5f70...": the month, its time zone, and its digest. */
const KNOWN = /^(\d{4}-\d{2})(?:@([^=]+))?=([0-9a-f]{64})$/;

interface VerifyOptions {
  readonly ledger?: string;
  readonly data?: string;
  readonly tenant: string;
  readonly digest: readonly KnownDigest[];
  readonly json?: boolean;
}

const program = new Command('verify-statements')
  .description('Recomputes the digest of every frozen month and compares it with the audit log.')
  .option('--ledger <table>', "name of the ledger's table, an output of the data stack")
  .addOption(new Option('--data <folder>', 'offline: the data folder of a stopped npm start'))
  .option('--tenant <id>', 'whose statements', 'main')
  .option(
    '--digest <month=hex>',
    'a digest that you kept, from the event or a file; 2026-03@Europe/Zurich=... of another zone than UTC',
    knownDigest,
    [],
  )
  .option('--json', 'one JSON object')
  .action(async (options: VerifyOptions) => {
    const { ledger, close } = await opened(options);
    try {
      const ports = {
        storedStatements: storedStatements(ledger),
        entriesAfter: entriesAfter(ledger),
        readAuditHead: createLedger(ledger).readAuditHead,
      };
      const verdict = await verifyStatements(ports, options.tenant, options.digest);
      const said = options.json === true ? [JSON.stringify(verdict)] : linesOf(verdict);
      process.stdout.write(`${said.join('\n')}\n`);
      if (verdict.faulty.length > 0 || verdict.chain.verdict !== 'intact') process.exitCode = 1;
    } finally {
      await close();
    }
  });

async function opened({ ledger, data }: VerifyOptions): Promise<{
  readonly ledger: StoreTable;
  readonly close: () => Promise<void>;
}> {
  if (data !== undefined) return await openCopiedTables(data, ledger);
  if (ledger === undefined) throw new Error('expected --ledger <table> or --data <folder>');
  const client = new DynamoDBClient({});
  return { ledger: { client, tableName: ledger }, close: async () => client.destroy() };
}

function knownDigest(text: string, before: readonly KnownDigest[]): readonly KnownDigest[] {
  const [, month, timeZone = 'UTC', digest] = KNOWN.exec(text) ?? [];
  if (month === undefined || digest === undefined) {
    throw new InvalidArgumentError('expected a month, "=" and 64 hexadecimal digits');
  }
  return [...before, { month, timeZone, digest }];
}

function linesOf({ intact, faulty, chain }: StatementsVerdict): readonly string[] {
  return [
    ...intact.map(({ month, timeZone, digest }) => `intact: ${month} ${timeZone} ${digest}`),
    ...faulty.map(
      ({ month, timeZone, fault, message }) => `${fault}: ${month} ${timeZone}: ${message}`,
    ),
    chainLine(chain),
  ];
}

function chainLine(chain: StatementsVerdict['chain']): string {
  switch (chain.verdict) {
    case 'intact':
      return `the audit chain is intact: ${chain.head.sequence} entries`;
    case 'cut-off':
      return `the audit chain is cut off: entry ${chain.lastFound} is the last one found, the ledger names ${chain.head.sequence}`;
    case 'broken':
      return `the audit chain is broken at entry ${chain.link.sequence}: ${chain.link.why}`;
    default:
      return chain satisfies never;
  }
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`not verified: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
