import { setTimeout } from 'node:timers/promises';
import { listDecisions } from '../../adapters/store/decision-lists.ts';
import { listSnapshots } from '../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { sayNotTaken } from '../../treasury/facts/sentences/say/say-not-read.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import { poll } from '../../treasury/retries/retry.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import { type Check, notApplicable, type Part } from './check.ts';
import type { Deployed } from './deployed.ts';

/** Seconds for a snapshot, and for what is decided on it: a stream delivers within a few. */
const SNAPSHOT_LIMIT_SECONDS = 180;
const SWEEP_LIMIT_SECONDS = 120;

/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 2_000;

/** Intervals after which the last snapshot is too old to be one of a schedule that runs. */
const INTERVALS_UNTIL_OLD = 2;

/** Misses that say only that the operator has not filled in the token yet. */
const NO_TOKEN = 'no-token';

export interface SnapshotChecksOptions {
  readonly deployed: Deployed;
  readonly tenants: readonly string[];
  readonly snapshotsTable: StoreTable;
  readonly ledgerTable: StoreTable;
  readonly readPolicy: (tenant: string) => Promise<Policy>;
  readonly everyMinutes: number;
  /** Where the ticks go whose snapshots these checks take themselves, by tenant. */
  readonly taken: Map<string, Instant>;
  readonly now: () => number;
}

/** A snapshot, and the decisions on it. Where money may move, nothing is set off: only what the schedule did is seen. */
export function snapshotChecks(options: SnapshotChecksOptions): readonly Check[] {
  const { tenants } = options;
  const ofEach = (of: (tenant: string) => Promise<Part>) => async () => {
    const parts: Part[] = [];
    for (const tenant of tenants) parts.push(await of(tenant));
    return parts;
  };
  return [
    {
      name: 'first-snapshot',
      proves: 'balances are read from the service and recorded',
      limitSeconds: SNAPSHOT_LIMIT_SECONDS,
      run: ofEach((tenant) => snapshotPart(options, tenant)),
    },
    {
      name: 'dry-run-sweep',
      proves: 'a snapshot reaches its readers and every rule is decided',
      limitSeconds: SWEEP_LIMIT_SECONDS,
      run: ofEach((tenant) => sweepPart(options, tenant)),
    },
  ];
}

async function snapshotPart(options: SnapshotChecksOptions, tenant: string): Promise<Part> {
  const { deployed, everyMinutes, now, readPolicy } = options;
  const everyMs = everyMinutes * 60_000;
  const tick = instantOf(Math.floor(now() / everyMs) * everyMs);
  const before = await newestSnapshot(options, tenant);
  const live = (await readPolicy(tenant)).controls?.mode === 'live';
  // A snapshot of a tick that is past would come behind a later one; and a live one would be decided on and sent.
  if (!live && (before === null || before.scheduledFor < tick)) {
    const target = deployed.find('take-snapshot');
    if (target === undefined) return { of: tenant, state: 'failed', detail: 'no take-snapshot' };
    options.taken.set(tenant, tick);
    await deployed.invoke(target, { tenant, scheduledFor: tick });
  }
  const newest = await newestSnapshot(options, tenant);
  const oldest = instantOf(now() - INTERVALS_UNTIL_OLD * everyMs);
  return judgedSnapshot(tenant, newest, oldest);
}

/** The newest record of a tick; if it is older than `oldest`, no running schedule made it. */
export function judgedSnapshot(tenant: string, newest: Snapshot | null, oldest: Instant): Part {
  if (newest === null) return { of: tenant, state: 'failed', detail: 'there is none' };
  const { scheduledFor } = newest;
  if (scheduledFor < oldest) {
    return { of: tenant, state: 'failed', detail: `the last one is of ${scheduledFor}` };
  }
  if (newest.kind === 'taken')
    return { of: tenant, state: 'ok', detail: `taken, of ${scheduledFor}` };
  const { code, why } = newest;
  if (code === NO_TOKEN) {
    return notApplicable(
      tenant,
      `no token was filled in yet; the miss of ${scheduledFor} is recorded`,
    );
  }
  return {
    of: tenant,
    state: 'failed',
    detail: `missed, of ${scheduledFor}: ${code}: ${sayNotTaken(why)}`,
  };
}

export async function newestSnapshot(
  { snapshotsTable, now }: Pick<SnapshotChecksOptions, 'snapshotsTable' | 'now'>,
  tenant: string,
): Promise<Snapshot | null> {
  const range = { from: instantOf(0), to: instantOf(now() + 60_000) };
  const { items } = await listSnapshots(snapshotsTable, tenant, range, { limit: 1 });
  return items[0] ?? null;
}

async function sweepPart(options: SnapshotChecksOptions, tenant: string): Promise<Part> {
  const policy = await options.readPolicy(tenant);
  const refusal = refusalOfSweep(policy);
  if (refusal !== null) return notApplicable(tenant, refusal);
  const newest = await newestSnapshot(options, tenant);
  if (newest?.kind !== 'taken') return notApplicable(tenant, 'no snapshot was taken to decide on');
  const tables = { snapshots: options.snapshotsTable, ledger: options.ledgerTable };
  const from = newest.scheduledFor;
  const decisionsOnIt = async () => {
    const { items } = await listDecisions(tables, tenant, { from }, { limit: policy.rules.length });
    return items.length > 0 ? items : null;
  };
  const isOwn = options.taken.get(tenant) === from;
  // What came before the rules is never decided: there is nothing to wait for.
  const isWaitedFor = isOwn || !isOlderThanRules(policy, from);
  const decisions = await poll(decisionsOnIt, {
    withinMs: isWaitedFor ? (SWEEP_LIMIT_SECONDS * 1_000) / tenantsOf(options) : 0,
    everyMs: LOOK_EVERY_MS,
    now: options.now,
    sleep: setTimeout,
  });
  if (decisions === null) {
    return judgedUndecided(tenant, policy, {
      tick: from,
      isOwn,
      everyMinutes: options.everyMinutes,
    });
  }
  const decided = `${decisions.length} of ${policy.rules.length} rules decided on the snapshot of ${from}`;
  return { of: tenant, state: 'ok', detail: `${decided}; nothing is sent in ${modeOf(policy)}` };
}

interface Undecided {
  readonly tick: Instant;
  /** Whether these checks took the snapshot; else the schedule did, before they began. */
  readonly isOwn: boolean;
  readonly everyMinutes: number;
}

/** A snapshot that is older than every rule has nothing to decide about it: the schedule took it before the policy came. */
export function judgedUndecided(
  of: string,
  policy: Pick<Policy, 'rules'>,
  { tick, isOwn, everyMinutes }: Undecided,
): Part {
  if (!isOwn && isOlderThanRules(policy, tick)) {
    const next = instantOf(Date.parse(tick) + everyMinutes * 60_000);
    const detail = `the schedule took the snapshot of ${tick} before there were these rules; verify again after ${next}`;
    return notApplicable(of, detail);
  }
  const whose = isOwn ? 'the snapshot that was taken here' : "the schedule's snapshot";
  return { of, state: 'failed', detail: `nothing was decided on ${whose}, of ${tick}` };
}

function isOlderThanRules({ rules }: Pick<Policy, 'rules'>, tick: Instant): boolean {
  return rules.every(({ activeSince }) => activeSince > tick);
}

/** Why no sweep is looked for; null if one is. */
export function refusalOfSweep({ controls, rules }: Policy): string | null {
  if (controls === null) return 'there is no policy yet';
  if (controls.mode === 'live') return 'refused: the controls are live';
  return rules.length === 0 ? 'there are no rules yet' : null;
}

function modeOf({ controls }: Policy): string {
  return controls?.mode ?? 'no mode';
}

/** All tenants together have the limit of the check, and a little is left for the rest. */
function tenantsOf({ tenants }: SnapshotChecksOptions): number {
  return tenants.length + 1;
}
