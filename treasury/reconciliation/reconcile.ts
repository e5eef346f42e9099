import type { Break } from '../breaks/break.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Change } from '../ports/ledger.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import type { Awaited, AwaitedClaim } from './awaited.ts';
import { changesTo, type FlowChanges } from './changes.ts';
import { movementOf } from './movement.ts';
import type { ReconcilePorts } from './ports.ts';
import { reconcileReadings, type Tolerances } from './reconcile-readings.ts';
import { type Stretch, stretchAround } from './stretch.ts';

/** How often a stretch is looked at anew where somebody wrote in between: a person who names a break
 * meets the next snapshot now and then; beyond it the delivery fails and comes again. */
const MAX_RECONCILE_ATTEMPTS = 3;

/** Writes in one commit: a flow and a break of each currency, far below the store's 100. */
const MAX_CHANGES_PER_COMMIT = 50;

/** Claims of unknown outcome that are remembered. A lane holds one at a time, so these are as many
 * currencies; beyond it the oldest are looked at again only by hand. */
const MAX_AWAITED_CLAIMS = 200;

/** What one snapshot brought. Breaks as they stand after it; a repetition brings nothing. */
export interface Reconciled {
  /** Opened now, or open again with another amount. */
  readonly opened: readonly Break[];
  /** Closed because of what is known by now. */
  readonly closed: readonly Break[];
  /** Flows written. */
  readonly flows: number;
}

/** The ledger kept changing while it was reconciled; delivered again, it is reconciled anew. */
export class ReconciliationContendedError extends Error {
  override readonly name = 'ReconciliationContendedError';
}

/**
 * Compares a snapshot with the one before it, and with the one after it where it came late: opening +
 * movements + unexplained = closing, per currency, to the last digit. Writes what moved, opens a break
 * for what nothing accounts for, and looks again at what an instruction that was settled meanwhile left
 * open. What it writes follows from the snapshots and instructions alone: in any order of arrival, and
 * however often.
 */
export async function reconcile(
  ports: ReconcilePorts,
  { client, scheduledFor }: Pick<SnapshotTaken, 'client' | 'scheduledFor'>,
  tolerances: Tolerances,
): Promise<Reconciled> {
  const awaited = await ports.flows.readAwaited(client);
  const results = [await reconcileTicks(ports, client, scheduledFor, scheduledFor, tolerances)];
  const standing = await statesOf(ports, client, awaited?.claims ?? []);
  for (const { claim, instruction } of standing) {
    if (instruction === null || instruction.status.state === claim.state) continue;
    const { claimedAt, quarantineUntil } = claim;
    results.push(await reconcileTicks(ports, client, claimedAt, quarantineUntil, tolerances));
  }
  const seen = [
    ...standing.flatMap(({ claim, instruction }) =>
      instruction === null ? [] : [{ window: claim, instruction }],
    ),
    ...results.flatMap(({ stretch }) => stretch?.claims ?? []),
  ];
  await rememberAwaited(ports, client, awaited, seen);
  return {
    opened: results.flatMap(({ changes }) =>
      changes.breaks.filter(({ status }) => status.state === 'open'),
    ),
    closed: results.flatMap(({ changes }) =>
      changes.breaks.filter(({ status }) => status.state === 'closed'),
    ),
    flows: results.reduce((sum, { changes }) => sum + changes.flows.length, 0),
  };
}

interface ReconciledTicks {
  readonly stretch: Stretch | null;
  readonly changes: FlowChanges;
}

async function reconcileTicks(
  ports: ReconcilePorts,
  client: string,
  from: Instant,
  to: Instant,
  tolerances: Tolerances,
): Promise<ReconciledTicks> {
  for (let attempt = 0; attempt < MAX_RECONCILE_ATTEMPTS; attempt++) {
    const stretch = await stretchAround(ports, client, from, to);
    if (stretch === null) return { stretch, changes: { flows: [], breaks: [] } };
    const changes = await changesIn(ports, client, stretch, tolerances);
    if (await written(ports, client, changes)) return { stretch, changes };
  }
  throw new ReconciliationContendedError(`the flows around ${from} kept changing`);
}

async function changesIn(
  { flows, now }: ReconcilePorts,
  client: string,
  { readings, claims }: Stretch,
  tolerances: Tolerances,
): Promise<FlowChanges> {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return { flows: [], breaks: [] };
  const [stored, breaks] = await Promise.all([
    flows.flowsBetween(client, first.scheduledFor, last.scheduledFor),
    flows.breaksBetween(client, first.scheduledFor, last.scheduledFor),
  ]);
  const findings = reconcileReadings(
    client,
    readings,
    (currency) =>
      claims.flatMap(({ window, instruction }) => {
        const movement = movementOf(instruction, window, currency);
        return movement === null ? [] : [movement];
      }),
    tolerances,
  );
  // How the first reading came about belongs to the stretch before it.
  const isWithin = ({ snapshot }: { readonly snapshot: Instant }) => snapshot > first.scheduledFor;
  const standing = { flows: stored.filter(isWithin), breaks: breaks.filter(isWithin) };
  return changesTo(findings, standing, now());
}

/** False where somebody else wrote one of them in between. */
async function written(
  { ledger }: ReconcilePorts,
  client: string,
  { flows, breaks }: FlowChanges,
): Promise<boolean> {
  const changes: readonly Change[] = [
    ...flows.map((flow): Change => ({ kind: 'put-flow', flow })),
    ...breaks.map((each): Change => ({ kind: 'put-break', break: each })),
  ].sort((a, b) => (currencyOf(a) < currencyOf(b) ? -1 : 1));
  for (let start = 0; start < changes.length; start += MAX_CHANGES_PER_COMMIT) {
    const some = changes.slice(start, start + MAX_CHANGES_PER_COMMIT);
    const { ok } = await ledger.commit(client, some);
    if (!ok) return false;
  }
  return true;
}

/** A currency's flow and break go together; where a commit ends between them, the next delivery goes on. */
function currencyOf(change: Change): string {
  if (change.kind === 'put-flow') return change.flow.currency;
  return change.kind === 'put-break' ? change.break.currency : '';
}

async function statesOf(
  { ledger }: ReconcilePorts,
  client: string,
  claims: readonly AwaitedClaim[],
): Promise<readonly { readonly claim: AwaitedClaim; readonly instruction: Instruction | null }[]> {
  return await Promise.all(
    claims.map(async (claim) => ({
      claim,
      instruction: await ledger.readInstruction(client, claim.instructionId),
    })),
  );
}

/** What is not settled is remembered with the state it was seen in, to be looked at when it changes. */
async function rememberAwaited(
  { ledger }: ReconcilePorts,
  client: string,
  before: Awaited | null,
  seen: Stretch['claims'],
): Promise<void> {
  const held = seen.some(({ instruction }) => instruction.status.state === 'rejected')
    ? heldIds(await ledger.readLanes(client))
    : new Set<string>();
  const byId = new Map(
    seen
      .filter(({ instruction }) => isAwaited(instruction, held))
      .map(({ window, instruction }): [string, AwaitedClaim] => {
        const { instructionId, claimedAt, quarantineUntil } = window;
        const { state } = instruction.status;
        return [instructionId, { instructionId, claimedAt, quarantineUntil, state }];
      }),
  );
  const claims = [...byId.values()]
    .sort((a, b) => (a.claimedAt < b.claimedAt ? -1 : 1))
    .slice(-MAX_AWAITED_CLAIMS);
  if (JSON.stringify(claims) === JSON.stringify(before?.claims ?? [])) return;
  const awaited = { client, claims, version: (before?.version ?? 0) + 1 };
  const { ok } = await ledger.commit(client, [{ kind: 'put-awaited', awaited }]);
  if (!ok) throw new ReconciliationContendedError('what is awaited was written by another');
}

function heldIds(lanes: readonly Lane[]): ReadonlySet<string> {
  return new Set(
    lanes.flatMap(({ latch }) => (latch.state === 'idle' ? [] : [latch.claim.instructionId])),
  );
}

/** A refusal that its lane has let go of is an end, though it could still be settled by its state. */
function isAwaited({ id, status }: Instruction, held: ReadonlySet<string>): boolean {
  switch (status.state) {
    case 'sending':
    case 'unknown':
    case 'anomaly':
      return true;
    case 'rejected':
      return held.has(id);
    default:
      return false;
  }
}
