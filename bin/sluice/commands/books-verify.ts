import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Command, Option } from 'commander';
import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { recordedDay } from '../../../adapters/store/closed-days.ts';
import { createFlows } from '../../../adapters/store/flows.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { storedStatements } from '../../../adapters/store/statements.ts';
import { type CopiedTables, openCopiedTables } from '../../../local/data-folder/copied-tables.ts';
import type { AuditHead } from '../../../treasury/audit/audit-entry.ts';
import { type BooksVerdict, isWhole, verifyBooks } from '../../../treasury/tie-out/verify-books.ts';
import { justBefore } from '../../../treasury/time/instant.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { declare } from '../declare.ts';
import { knownHead } from '../known-head.ts';
import { plain } from '../screen/text.ts';

interface VerifyOptions {
  readonly ledger?: string;
  readonly snapshots?: string;
  readonly data?: string;
  readonly tenant: string;
  readonly head: readonly AuditHead[];
  readonly json?: true;
}

export function verify(context: Context): Command {
  return declare({
    name: 'verify',
    summary: 'Compares the books with the audit chain, record by record.',
    description:
      'Registers, approvals, flows, frozen months and closed days. Reads the tables themselves, not the API. Exits with 0 if everything is what it was, with 2 if not.',
    examples: [
      ['books verify --data .sluice/data', 'offline: the data folder of a stopped npm start'],
      [
        'books verify --ledger TABLE --snapshots TABLE --head 4711=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        'a stage, with the end of the chain that the event of a day told',
      ],
    ],
  })
    .option('--ledger <table>', "name of the ledger's table, an output of the data stack")
    .option('--snapshots <table>', "name of the snapshots' table, an output of the data stack")
    .option('--data <folder>', 'offline: the data folder of a stopped npm start')
    .option('--tenant <id>', 'whose books', context.exportedTenant ?? 'main')
    .addOption(
      new Option('--head <seq=hash>', 'an end of the audit chain that you kept; repeatable')
        .argParser(knownHead)
        .default([]),
    )
    .option('--json', 'JSON on the standard output')
    .action(async (options: VerifyOptions) => {
      const tables = await opened(options);
      try {
        const { ledger, snapshots } = tables;
        if (snapshots === null) throw new CommandError('there is no table of snapshots');
        const { readInstruction, readAuditHead } = createLedger(ledger);
        const ports = {
          readInstruction,
          readAuditHead,
          entriesAfter: entriesAfter(ledger),
          storedStatements: storedStatements(ledger),
          readDay: (tenant: string, day: string) => recordedDay({ ledger, snapshots }, tenant, day),
          flowsBetween: (tenant: string, from: string, to: string) =>
            createFlows(ledger).flowsBetween(tenant, from, justBefore(to)),
        };
        const verdict = await verifyBooks(ports, options.tenant, { heads: options.head });
        context.print(options, {
          json: verdict,
          lines: () => linesOf(verdict),
          ...(isWhole(verdict) ? {} : { exit: 'differs' }),
        });
      } finally {
        await tables.close();
      }
    });
}

async function opened({ ledger, snapshots, data }: VerifyOptions): Promise<CopiedTables> {
  if (data !== undefined) return await openCopiedTables(data, ledger);
  if (ledger === undefined || snapshots === undefined) {
    throw new CommandError('it takes --ledger and --snapshots, or --data', { exit: 'usage' });
  }
  const client = new DynamoDBClient({});
  return {
    ledger: { client, tableName: ledger },
    snapshots: { client, tableName: snapshots },
    close: async () => client.destroy(),
  };
}

function linesOf({ days, statements, faulty, compared }: BooksVerdict): readonly string[] {
  const { intact, faulty: months, chain } = statements;
  const expired = days.filter((day) => day.expired.length > 0).length;
  const gone = expired === 0 ? '' : `; the snapshots of ${expired} have expired`;
  return [
    `${days.length} days are what they were when they were closed, but for corrections on record${gone}`,
    ...days.flatMap(({ day, corrected }) =>
      corrected.map(({ entry, at, reason }) =>
        plain(`corrected: ${day}: entry ${entry} of the audit log, ${at}: ${reason}`),
      ),
    ),
    `${intact.length} months are what they were when they were frozen`,
    `${compared} requests say the same in register, approvals, flows and statements, but for what follows`,
    ...faulty.map(({ fault, where, message }) => plain(`${fault}: ${where}: ${message}`)),
    ...months.map(({ month, timeZone, fault, message }) =>
      plain(`${fault}: ${month} ${timeZone}: ${message}`),
    ),
    chain.verdict === 'intact'
      ? `the audit chain is whole: ${chain.head.sequence}=${chain.head.hash}`
      : plain(`the audit chain is ${chain.verdict}: ${JSON.stringify(chain)}`),
  ];
}
