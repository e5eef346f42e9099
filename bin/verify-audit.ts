import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Command } from 'commander';
import { createKmsSeals } from '../adapters/seals/kms-seals.ts';
import { entriesAfter } from '../adapters/store/audit-trail.ts';
import { createLedger } from '../adapters/store/ledger.ts';
import { type AuditHead, EMPTY_CHAIN } from '../treasury/audit/audit-entry.ts';
import {
  keptHeadFault,
  type TrailPorts,
  type TrailVerdict,
  verifyTrail,
} from '../treasury/audit/verify-trail.ts';
import { brokenSeals } from './sluice/drill/policy-seals.ts';
import { knownHead } from './sluice/known-head.ts';

/** Entries between two lines of progress. */
const ENTRIES_PER_STRETCH = 10_000;

interface VerifyOptions {
  readonly ledger: string;
  readonly tenant: string;
  readonly sealKey?: string;
  readonly epoch?: string;
  readonly head: readonly AuditHead[];
  readonly json?: boolean;
}

const program = new Command('verify-audit')
  .description('Recomputes the audit chain of a tenant and names the first broken link.')
  .requiredOption('--ledger <table>', "name of the ledger's table, an output of the data stack")
  .option('--tenant <id>', 'whose chain', 'main')
  .option('--seal-key <arn>', 'also verifies the seals over the policy: the output SealKeyArn')
  .option(
    '--epoch <id>',
    'with --seal-key: id of the table that was sealed, by default of this one',
  )
  .option(
    '--head <seq=hash>',
    'an end of the chain that you kept, from the event of a day',
    knownHead,
    [],
  )
  .option('--json', 'one JSON object')
  .action(async (options: VerifyOptions) => {
    const table = { client: new DynamoDBClient({}), tableName: options.ledger };
    const ports = {
      entriesAfter: entriesAfter(table),
      readAuditHead: createLedger(table).readAuditHead,
    };
    let from: AuditHead = EMPTY_CHAIN;
    let verdict: TrailVerdict;
    for (;;) {
      verdict = await verifyTrail(ports, options.tenant, ENTRIES_PER_STRETCH, from);
      if (verdict.verdict !== 'unfinished') break;
      from = verdict.at;
      if (process.stderr.isTTY) process.stderr.write(`${from.sequence} entries follow\n`);
    }
    const seals = options.sealKey === undefined ? null : await sealsIn(table, options);
    const heads = await headFaults(ports, options);
    const said = {
      ...verdict,
      ...(options.head.length === 0 ? {} : { headFaults: heads }),
      ...(seals === null ? {} : { brokenSeals: seals }),
    };
    process.stdout.write(`${options.json === true ? JSON.stringify(said) : message(verdict)}\n`);
    if (options.json !== true && seals !== null) {
      process.stdout.write(seals.length === 0 ? 'every seal over the policy holds\n' : '');
      for (const each of seals) process.stdout.write(`the seal does not hold: ${each}\n`);
    }
    if (options.json !== true) for (const each of heads) process.stdout.write(`${each}\n`);
    const faults = [...(seals ?? []), ...heads];
    if (verdict.verdict !== 'intact' || faults.length > 0) process.exitCode = 1;
  });

/** Deleting the last entries, and the head with them, leaves a whole chain: only what was kept elsewhere shows that. */
async function headFaults(
  ports: Pick<TrailPorts, 'entriesAfter'>,
  { tenant, head }: VerifyOptions,
): Promise<readonly string[]> {
  const found = await Promise.all(head.map((each) => keptHeadFault(ports, tenant, each)));
  return found.filter((fault) => fault !== null);
}

/** Pieces of the policy whose seal does not hold. A restored table has another id than the one that was sealed. */
async function sealsIn(
  table: { readonly client: DynamoDBClient; readonly tableName: string },
  { tenant, sealKey = '', epoch }: VerifyOptions,
): Promise<readonly string[]> {
  const ledger = createLedger(table);
  const sealed = { tenant, epoch: epoch ?? (await ledger.epoch()) };
  const policy = await ledger.readPolicy(tenant);
  return await brokenSeals(createKmsSeals({ keyIds: [sealKey] }), sealed, policy);
}

function message(verdict: Exclude<TrailVerdict, { readonly verdict: 'unfinished' }>): string {
  switch (verdict.verdict) {
    case 'intact':
      return `intact: ${verdict.head.sequence} entries, each following from the one before; the last is ${verdict.head.hash}`;
    case 'cut-off':
      return `cut off: entry ${verdict.lastFound} is the last one found, the ledger names ${verdict.head.sequence}`;
    case 'broken':
      return `broken at entry ${verdict.link.sequence}: ${verdict.link.why}`;
    default:
      return verdict satisfies never;
  }
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`not verified: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
