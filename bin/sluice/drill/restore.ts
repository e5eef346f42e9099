import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { tableIdentity } from '../../../adapters/store/table-identity.ts';
import { startEngine } from '../../../local/engine/engine.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import { verifyTrail } from '../../../treasury/audit/verify-trail.ts';
import { explain } from '../../../treasury/facts/sentences/say/show-decision.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { formatDecimal } from '../../../treasury/money/decimal-text.ts';
import { backUp, removeTable, restoreAs, switchOnStream } from './ledger-backup.ts';
import { brokenSeals } from './policy-seals.ts';
import { Rehearsal } from './rehearsal.ts';
import { RESTORE_STEPS, type RestoreStep } from './restore-steps.ts';
import { type Drill, type DrillReport, type DrillStep, require, runSteps } from './run-steps.ts';

/** Longer than any drill: what is sent meanwhile, no balance shows. */
const LATE_BOOKING_MS = 3_600_000;

/** A drill's ledger has some dozen entries. */
const MAX_ENTRIES = 100_000;

/**
 * What arrives before each sweep: with it the balance is above the rule's threshold. Of a currency that nothing left of
 * before the backup, so that no earlier sweep is in doubt.
 */
const DEPOSITS = {
  first: { currency: 'BTC', amount: '3' },
  afterBackup: { currency: 'SOL', amount: '400' },
  afterwards: { currency: 'SOL', amount: '200' },
};

type DrillOptions = Parameters<Drill>[0] & {
  /** Called before each step; tests break something here. */
  readonly before?: (step: RestoreStep, files: { readonly backup: string }) => void;
};

/** What steps find out for those behind them. */
interface Found {
  readonly backup: string;
  readonly backupAt: string;
  /** The identity of the table that was backed up. */
  readonly epoch: string;
  /** Requests that left before the drill begins. */
  readonly sent: number;
  unbooked: string;
  change: string;
}

/** Restores a ledger on this machine, step by step as the runbook has it, up to the first step that fails. */
export async function drillRestore(options: DrillOptions): Promise<DrillReport> {
  const { folder, tell, root } = options;
  const rehearsal = await Rehearsal.begin(root, folder);
  try {
    const found = await prepare(rehearsal);
    const steps = Object.entries(stepsOf(rehearsal, found)).map(
      ([id, run]): DrillStep => ({
        id,
        title: RESTORE_STEPS[id as RestoreStep].title,
        run: async () => {
          options.before?.(id as RestoreStep, found);
          return await run();
        },
      }),
    );
    return await runSteps(steps, tell);
  } finally {
    await rehearsal.end();
  }
}

/** A sweep, the backup, and a sweep that the backup does not know: what a careless restore would send again. */
async function prepare(rehearsal: Rehearsal): Promise<Found> {
  const { service, stack, folder } = rehearsal;
  service.deposit(DEPOSITS.first);
  const first = await rehearsal.round();
  require(confirmedIn(first) === 1, 'the first sweep was not confirmed');
  const backup = path.join(folder, 'backup.json');
  await backUp(rehearsal.engineCall, stack.tables.ledgerTable.tableName, backup);
  const backupAt = new Date().toISOString();
  const epoch = await tableIdentity(stack.tables.ledgerTable);
  service.setBooking({ delayMs: LATE_BOOKING_MS });
  service.deposit(DEPOSITS.afterBackup);
  await rehearsal.round();
  require(rehearsal.sent === 2, 'no sweep left after the backup');
  return { backup, backupAt, epoch, sent: rehearsal.sent, unbooked: '', change: '' };
}

function stepsOf(
  rehearsal: Rehearsal,
  found: Found,
): { readonly [Step in RestoreStep]: () => Promise<string> } {
  return {
    halt: () => halt(rehearsal, 'halt'),
    save: () => save(rehearsal),
    restore: () => restore(rehearsal, found),
    replace: () => replace(rehearsal, found),
    haltAgain: () => halt(rehearsal, 'haltAgain'),
    compare: () => compare(rehearsal, found),
    look: () => look(rehearsal, found),
    rearm: () => rearm(rehearsal, found),
    verify: () => verify(rehearsal),
    dryRun: () => dryRun(rehearsal, found),
    live: () => live(rehearsal, found),
  };
}

/** The commands of a step one after the other, with what the capitals stand for. */
async function carryOut(
  rehearsal: Rehearsal,
  step: RestoreStep,
  { unbooked, change, backupAt }: Partial<Found> = {},
  heard: (answer: unknown) => void = () => undefined,
): Promise<unknown> {
  let answer: unknown;
  const values: Record<string, string | undefined> = {
    UNBOOKED: unbooked,
    CHANGE: change,
    BACKUP: backupAt,
  };
  for (const { as, line } of RESTORE_STEPS[step].commands) {
    const filled = line.replaceAll(/\b[A-Z]{4,}\b/g, (name) => values[name] ?? name);
    answer = await rehearsal.sluice(filled, as);
    heard(answer);
    // A proposal names the change that the other person approves.
    const proposed = z.object({ id: z.string() }).safeParse(answer);
    if (proposed.success) values.CHANGE = proposed.data.id;
  }
  return answer;
}

async function halt(rehearsal: Rehearsal, step: 'halt' | 'haltAgain'): Promise<string> {
  await carryOut(rehearsal, step);
  const { ledger, tenant } = rehearsal.stack.tables;
  const { mode, generation } = await ledger.readHalt(tenant);
  require(mode === 'halted', `the treasury is ${mode}`);
  return `halted, generation ${generation}`;
}

async function save(rehearsal: Rehearsal): Promise<string> {
  const { tableName } = rehearsal.stack.tables.ledgerTable;
  const file = path.join(rehearsal.folder, 'before-the-restore.json');
  return `${await backUp(rehearsal.engineCall, tableName, file)} items saved`;
}

async function restore(rehearsal: Rehearsal, { backup, epoch }: Found): Promise<string> {
  const { stack } = rehearsal;
  const { tenant, ledgerTable } = stack.tables;
  const tableName = restoredName(ledgerTable.tableName);
  const items = await restoreAs(rehearsal.engineCall, backup, tableName);
  const restored = { client: ledgerTable.client, tableName };
  const entries = await auditOf(restored, tenant);
  const policy = await createLedger(restored).readPolicy(tenant);
  const broken = await brokenSeals(stack.seals, { tenant, epoch }, policy);
  require(broken.length === 0, `seals do not hold: ${broken.join(', ')}`);
  return `items: ${items}; audit entries, all intact: ${entries}; every seal of the policy holds`;
}

/** The stack stands still meanwhile: in a deployment every function fails until the table is back. */
async function replace(rehearsal: Rehearsal, { epoch }: Found): Promise<string> {
  const { stack, folder, tables } = rehearsal;
  const { tableName } = stack.tables.ledgerTable;
  const streamViewType =
    stack.model.tables.find(({ name }) => name === tableName)?.streamViewType ?? null;
  require(streamViewType !== null, 'the ledger of the template has no stream');
  await rehearsal.stopStack();
  const engine = await startEngine(tables);
  try {
    const { call } = engine;
    require(call !== null, 'the drill takes the built-in engine');
    const toBeInPlace = path.join(folder, 'to-be-in-place.json');
    await backUp(call, restoredName(tableName), toBeInPlace);
    await removeTable(call, tableName);
    await restoreAs(call, toBeInPlace, tableName);
    await switchOnStream(call, tableName, streamViewType);
    await removeTable(call, restoredName(tableName));
    const client = new DynamoDBClient(clientAt(engine));
    const identity = await tableIdentity({ client, tableName }).finally(() => client.destroy());
    require(identity !== epoch, 'the restored table has the identity of the old one');
  } finally {
    await engine.stop();
  }
  await rehearsal.startStack();
  const report = await rehearsal.round();
  require(report.stuck.some(({ state }) => state === 'disarmed'), 'no currency is disarmed');
  return 'another table of the old name: every currency is disarmed';
}

const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

async function compare(rehearsal: Rehearsal, found: Found): Promise<string> {
  const { items } = listed.parse(await carryOut(rehearsal, 'compare', found));
  require(items.length === 0, `the ledger has ${items.length} from after its backup`);
  const since = rehearsal.service
    .withdrawals()
    .filter(({ createdAt }) => createdAt >= found.backupAt);
  require(since.length > 0, 'the service has no withdrawal from after the backup');
  const sums = new Map<string, Decimal>();
  for (const { currency, amount } of since) {
    sums.set(currency, (sums.get(currency) ?? new Decimal(0)).plus(amount));
  }
  const { ledger, tenant } = rehearsal.stack.tables;
  const lanes = await ledger.readLanes(tenant);
  found.unbooked = lanes
    .map(({ currency }) => `${currency}=${formatDecimal(sums.get(currency) ?? new Decimal(0))}`)
    .join(',');
  const sent = [...sums].map(([currency, sum]) => `${formatDecimal(sum)} ${currency}`).join(', ');
  return `unknown to the ledger, and unbooked: ${sent}`;
}

const rearmingView = z.object({
  rearmable: z.array(z.string()),
  notYet: z.array(z.object({ currency: z.string(), why: z.string() })),
});

async function look(rehearsal: Rehearsal, found: Found): Promise<string> {
  const { rearmable, notYet } = rearmingView.parse(await carryOut(rehearsal, 'look'));
  const obstacles = notYet.map(({ currency, why }) => `${currency}: ${why}`).join(' ');
  require(notYet.length === 0, `not every currency can be re-armed. ${obstacles}`);
  const named = found.unbooked.split(',').map((pair) => pair.split('=')[0]);
  require(rearmable.every((currency) => named.includes(currency)), 'a currency was not compared');
  return rearmable.join(', ');
}

async function rearm(rehearsal: Rehearsal, found: Found): Promise<string> {
  const { tables, seals } = rehearsal.stack;
  const { ledger, tenant } = tables;
  const epoch = await ledger.epoch();
  const armed = async () => (await ledger.readLanes(tenant)).every((lane) => lane.epoch === epoch);
  const said: unknown[] = [];
  const [first] = RESTORE_STEPS.rearm.commands;
  // The same person twice is one person.
  const line = first.line.replace('UNBOOKED', found.unbooked);
  await rehearsal.sluice(line, first.as);
  await rehearsal.sluice(line, first.as).catch(() => undefined);
  require(!(await armed()), 'one person re-armed the ledger alone');
  await carryOut(rehearsal, 'rearm', found, (answer) => said.push(answer));
  require(await armed(), 'not every lane is armed in the restored table');
  const broken = await brokenSeals(seals, { tenant, epoch }, await ledger.readPolicy(tenant));
  require(broken.length === 0, `seals do not hold in the restored table: ${broken.join(', ')}`);
  return 'by two people; one alone, twice, armed nothing; the policy is sealed anew';
}

async function verify(rehearsal: Rehearsal): Promise<string> {
  await carryOut(rehearsal, 'verify');
  const { tenant, ledgerTable } = rehearsal.stack.tables;
  const entries = await entriesAfter(ledgerTable)(tenant, 0, MAX_ENTRIES);
  const by = entries
    .filter(({ action }) => action === 'arm')
    .flatMap(({ by: one, approvedBy }) => [one, approvedBy])
    .filter((name) => name !== undefined);
  require(new Set(by).size ===
    2, `the audit log names ${by.join(', ') || 'no person'} as armed by`);
  return `entries, all intact: ${entries.length}; armed by ${[...new Set(by)].join(' and ')}`;
}

async function dryRun(rehearsal: Rehearsal, found: Found): Promise<string> {
  await carryOut(rehearsal, 'dryRun');
  const { decisions } = await rehearsal.round();
  require(decisions.length > 0, 'no rule was decided');
  require(rehearsal.sent === found.sent, 'a sweep left in dry-run');
  const again = decisions.filter(({ outcome }) => outcome === 'sweep').length;
  require(again === 0, `${again} rules would send again what left after the backup`);
  return decisions.map((each) => `${each.ruleId}: ${explain(each)}`).join(' ');
}

async function live(rehearsal: Rehearsal, found: Found): Promise<string> {
  await carryOut(rehearsal, 'live');
  await rehearsal.round();
  require(rehearsal.sent === found.sent, 'what left after the backup was sent again');
  rehearsal.service.deposit(DEPOSITS.afterwards);
  const report = await rehearsal.round();
  require(confirmedIn(report) === 1, 'the first sweep after the restore was not confirmed');
  const last = rehearsal.service.withdrawals().at(-1);
  require(rehearsal.sent === found.sent + 1, `${rehearsal.sent - found.sent} sweeps left, not one`);
  await rehearsal.round();
  require(rehearsal.sent === found.sent + 1, 'the same money was sent again');
  return `the first sweep is confirmed: ${last?.amount} ${last?.currency}; nothing was sent twice`;
}

function restoredName(table: string): string {
  return `${table}-restored`;
}

/** Entries of an intact chain. @throws for one that is not. */
async function auditOf(table: StoreTable, tenant: string): Promise<number> {
  const ports = {
    entriesAfter: entriesAfter(table),
    readAuditHead: createLedger(table).readAuditHead,
  };
  const verdict = await verifyTrail(ports, tenant, MAX_ENTRIES);
  require(verdict.verdict === 'intact', `the audit chain is ${verdict.verdict}`);
  return verdict.head.sequence;
}

function confirmedIn({ withdrawals, snapshot }: Awaited<ReturnType<Rehearsal['round']>>): number {
  return withdrawals.filter(
    ({ origin, status }) =>
      origin.kind === 'sweep' &&
      origin.snapshot === snapshot.scheduledFor &&
      status.state === 'confirmed',
  ).length;
}
