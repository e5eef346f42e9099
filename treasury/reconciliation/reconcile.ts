import { DEFAULT_BOOKING_BOUND_SECONDS } from '../booking/booking-terms.ts';
import { lanesBlockedBy } from '../evidence/weigh.ts';
import { currenciesOf, type Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { unreadableIn } from '../instructions/not-sent.ts';
import type { Break } from '../ledger/break.ts';
import type { ClaimWindow } from '../ledger/claim-window.ts';
import type { Flow } from '../ledger/flow.ts';
import type { CommitResult, LedgerWrite } from '../ledger/ledger.ts';
import {
  type OpenRise,
  type PendingClaim,
  type PendingClaims,
  pendingClaimsSchema,
} from '../ledger/pending-claims.ts';
import { MAX_TRANSACTION_WRITES } from '../ledger/transaction-limits.ts';
import {
  type Matched,
  matchBreaks,
  type Unmatched,
  withoutMatches,
} from '../matching/match-breaks.ts';
import { openRisesIn } from '../matching/open-rises.ts';
import { MAX_BOOKING_BOUND_SECONDS } from '../policy/policy-limits.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { retry } from '../retries/retry.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { changesTo, type FlowChanges } from './changes.ts';
import { commitsOfTick } from './commits-of-tick.ts';
import { dayCorrections } from './day-corrections.ts';
import { laneSays } from './lane-says.ts';
import { type CurrentClaim, LateClaims, type SeenClaim } from './late-claims.ts';
import { isPending } from './movement.ts';
import type { ReconcilePorts } from './ports.ts';
import {
  type ReconciledReadings,
  reconcileReadings,
  type Tolerances,
} from './reconcile-readings.ts';
import { settledPending } from './settle-pending.ts';
import { takeBack } from './taken-back.ts';
import { type ReadingWindow, windowAround } from './window.ts';

/**
 * How often a window is examined again after another writer came in between: a person who explains a break meets the
 * next snapshot now and then; beyond this number the delivery fails and comes again.
 */
const MAX_RECONCILE_ATTEMPTS = 3;

/**
 * After so many refusals of a matching rule the differences are written as breaks. A person who changes a rule causes one; a
 * rule that was put back to an earlier version in the table causes one each time, and must not stop the books.
 */
const MAX_REFUSALS_OF_RULES = 2;

/**
 * Claims of unknown outcome that are stored as pending. A lane holds one at a time, so these are as many currencies;
 * beyond this number the oldest are examined again only by hand.
 */
const MAX_PENDING_CLAIMS = 200;

/** Rises that are remembered until people explain them, the newest: as many as there are claims. */
const MAX_OPEN_RISES = 200;

/** The result of one snapshot. Breaks after it; a repetition has no result. */
export interface Reconciled {
  /** Opened now, or open again with another amount. */
  readonly opened: readonly Break[];
  /** Closed by later knowledge. */
  readonly closed: readonly Break[];
  /** Explained by a matching rule. */
  readonly matched: readonly Break[];
  /** Expected by a rule that did not explain them. */
  readonly unmatched: readonly Unmatched[];
  /** Flows written. */
  readonly flows: number;
}

/** The ledger kept changing while it was reconciled; delivered again, it is reconciled anew. */
export class ReconciliationContendedError extends Error {
  override readonly name = 'ReconciliationContendedError';
}

/**
 * Compares a snapshot with the one before it, and with the one after it if it came late: opening + movements +
 * unexplained = closing, per currency, to the last digit. Writes the movements, opens a break for every unexplained
 * amount, and examines again what an instruction that was settled meanwhile left open. Its writes follow from the
 * snapshots and instructions alone: in any order of arrival, and however often.
 */
export async function reconcile(
  ports: ReconcilePorts,
  { tenant, scheduledFor }: Pick<SnapshotTaken, 'tenant' | 'scheduledFor'>,
  tolerances: Tolerances,
): Promise<Reconciled> {
  const pendingClaims = await ports.flows.readPendingClaims(tenant);
  const current = await statesOf(ports, tenant, pendingClaims?.claims ?? []);
  const claims = new LateClaims(current);
  const openRises = pendingClaims?.openRises ?? [];
  const look = (from: Instant, to: Instant) =>
    reconcileTicks(ports, tenant, { from, to, claims, openRises }, tolerances);
  const results: ReconciledTicks[] = [];
  for (const { claim, currency, rest } of await settledPending(ports, tenant, current)) {
    const { window } = claim;
    claims.settle(claim.instruction.id, currency, rest);
    results.push(await look(window.claimedAt, window.quarantineUntil));
  }
  results.push(await look(scheduledFor, scheduledFor));
  for (const { window, instruction, stateBefore } of current) {
    if (instruction.status.state === stateBefore) continue;
    results.push(await look(window.claimedAt, window.quarantineUntil));
  }
  await writeClaims(ports, tenant, claims.changed());
  const rises = results.flatMap((each) => each.openRises);
  await putPendingClaims(ports, tenant, pendingClaims, { seen: claims.seen(), rises });
  return {
    opened: results.flatMap(({ breaks }) => breaks.filter(({ status }) => status.state === 'open')),
    closed: results.flatMap(({ breaks }) =>
      breaks.filter(({ status }) => status.state === 'closed'),
    ),
    matched: results.flatMap(({ breaks }) =>
      breaks.filter(({ status }) => status.state === 'matched'),
    ),
    unmatched: results.flatMap(({ unmatched }) => unmatched),
    flows: results.reduce((sum, { flows }) => sum + flows.length, 0),
  };
}

interface Ticks {
  readonly from: Instant;
  readonly to: Instant;
  readonly claims: LateClaims;
  /** Found in earlier readings. */
  readonly openRises: readonly OpenRise[];
  /** Examined again for parts of it that were taken back later: no further back than that. */
  readonly isAgain?: boolean;
}

/** What was written, and what no rule explained. */
interface ReconciledTicks extends FlowChanges {
  readonly unmatched: readonly Unmatched[];
  /** Those of these readings, written now or before. */
  readonly openRises: readonly OpenRise[];
}

const NOTHING: ReconciledTicks = { flows: [], breaks: [], unmatched: [], openRises: [] };

async function reconcileTicks(
  ports: ReconcilePorts,
  tenant: string,
  { from, to, claims, openRises, isAgain = false }: Ticks,
  tolerances: Tolerances,
): Promise<ReconciledTicks> {
  let before = NOTHING;
  let refusals = 0;
  const reconcileOnce = async (): Promise<ReconciledTicks | null> => {
    const window = await windowAround(ports, tenant, from, to);
    if (window === null) return before;
    let found = await changesIn(ports, tenant, window, claims, tolerances);
    const takenBack = isAgain ? [] : await takeBack(ports, tenant, found.candidates, claims);
    for (const tick of takenBack) {
      // Before the writes of what shows again: if the run is cut off in between, the rest is found again in the same
      // way.
      const ticks = { from: tick, to: tick, claims, openRises, isAgain: true };
      before = together(before, await reconcileTicks(ports, tenant, ticks, tolerances));
    }
    if (takenBack.length > 0) {
      found = await changesIn(ports, tenant, window, claims, tolerances);
    }
    const { late } = found;
    const explained = await matchedIn(ports, tenant, found, openRises);
    const matched =
      refusals < MAX_REFUSALS_OF_RULES
        ? explained
        : withoutMatches(found.changes.breaks, explained);
    const changes = { flows: found.changes.flows, breaks: matched.breaks };
    const result = await written(ports, tenant, changes, {
      matching: matched.writes,
      before: found.before,
    });
    if (!result.ok) {
      if (result.conflicts.includes('assert-matching-rule-unchanged')) refusals += 1;
      return null;
    }
    claims.note(window.claims, late);
    const stand = new Map([...found.current, ...matched.breaks].map((each) => [each.id, each]));
    const rises = openRisesIn([...stand.values()]);
    return together(before, { ...changes, unmatched: matched.unmatched, openRises: rises });
  };
  const reconciled = await retry(reconcileOnce, { attempts: MAX_RECONCILE_ATTEMPTS });
  if (reconciled !== null) return reconciled;
  throw new ReconciliationContendedError(`the flows around ${from} kept changing`);
}

function together(one: ReconciledTicks, other: ReconciledTicks): ReconciledTicks {
  return {
    flows: [...one.flows, ...other.flows],
    breaks: [...one.breaks, ...other.breaks],
    unmatched: [...one.unmatched, ...other.unmatched],
    openRises: [...one.openRises, ...other.openRises],
  };
}

/** Last of all: what is left when everything known of instructions is laid out. */
async function matchedIn(
  { matching, flows, now }: ReconcilePorts,
  tenant: string,
  { candidates, changes, current }: FoundChanges,
  openRises: readonly OpenRise[],
): Promise<Matched> {
  const writes = changes.breaks;
  if (matching === undefined) return { breaks: writes, writes: [], unmatched: [] };
  const ports = { ...matching, breakAt: flows.breakAt };
  return await matchBreaks(ports, tenant, { candidates, current, writes, openRises }, now());
}

type FoundChanges = ReconciledReadings & {
  readonly changes: FlowChanges;
  /** The breaks as they stand, and the flows before. */
  readonly current: readonly Break[];
  readonly before: readonly Flow[];
};

async function changesIn(
  { flows, ledger, now }: ReconcilePorts,
  tenant: string,
  { readings, claims: touching }: ReadingWindow,
  claims: LateClaims,
  tolerances: Tolerances,
): Promise<FoundChanges> {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) {
    return { changes: NOTHING, candidates: [], late: new Map(), current: [], before: [] };
  }
  const lookedAt = {
    after: first.scheduledFor,
    ticked: last.scheduledFor,
    until: last.takenAt,
  };
  const [stored, breaks, lanes] = await Promise.all([
    flows.flowsBetween(tenant, first.scheduledFor, last.scheduledFor),
    flows.breaksBetween(tenant, first.scheduledFor, last.scheduledFor),
    // If nothing was claimed, nothing is read about it.
    touching.length === 0 ? [] : ledger.readLanes(tenant),
  ]);
  // The interval before the first reading belongs to the window before it.
  const isWithin = ({ snapshot }: { readonly snapshot: Instant }) => snapshot > first.scheduledFor;
  const current = {
    flows: stored.filter(isWithin),
    // An amount that is unbooked past its bound is no difference between two readings: the watchdog handles it.
    breaks: breaks.filter((each) => each.direction !== 'unbooked' && isWithin(each)),
  };
  const { candidates, late } = reconcileReadings(
    tenant,
    readings,
    (currency) => ({
      movements: claims.movementsIn(currency, touching, current.flows, lookedAt),
      undecided: claims.undecidedIn(currency, touching),
      laneSays: laneSays(
        lanes.find((lane) => lane.currency === currency),
        readings,
        DEFAULT_BOOKING_BOUND_SECONDS,
      ),
    }),
    tolerances,
  );
  const changes = changesTo(candidates, current, now());
  return { changes, candidates, late, current: current.breaks, before: current.flows };
}

/** Not ok if another writer wrote one of them in between. */
async function written(
  ports: ReconcilePorts,
  tenant: string,
  found: FlowChanges,
  {
    matching,
    before,
  }: { readonly matching: readonly LedgerWrite[]; readonly before: readonly Flow[] },
): Promise<CommitResult> {
  for (const changes of commitsOfTick(found, matching)) {
    const corrections = await dayCorrections(ports, tenant, changes, before);
    const result = await ports.ledger.commit(tenant, [...changes, ...corrections]);
    if (!result.ok) return result;
  }
  return { ok: true };
}

async function statesOf(
  { ledger }: ReconcilePorts,
  tenant: string,
  claims: readonly PendingClaim[],
): Promise<readonly CurrentClaim[]> {
  const found = await Promise.all(
    claims.map(async ({ state, ...window }): Promise<readonly CurrentClaim[]> => {
      const instruction = await ledger.readInstruction(tenant, window.instructionId);
      return instruction === null ? [] : [{ window, instruction, stateBefore: state }];
    }),
  );
  return found.flat();
}

/**
 * The known facts about movements that show late are stored with their claims: found with them at every later
 * examination.
 */
async function writeClaims(
  { ledger }: ReconcilePorts,
  tenant: string,
  windows: readonly ClaimWindow[],
): Promise<void> {
  for (let start = 0; start < windows.length; start += MAX_TRANSACTION_WRITES) {
    const some = windows.slice(start, start + MAX_TRANSACTION_WRITES);
    const { ok } = await ledger.commit(
      tenant,
      some.map((window): LedgerWrite => ({ kind: 'put-claim', window })),
    );
    if (!ok) throw new ReconciliationContendedError('a claim is not there any more');
  }
}

/** Claims that are not settled, or have not shown, are stored as they were seen, to be examined when they change. */
async function putPendingClaims(
  { ledger, now }: ReconcilePorts,
  tenant: string,
  before: PendingClaims | null,
  { seen, rises }: { readonly seen: readonly SeenClaim[]; readonly rises: readonly OpenRise[] },
): Promise<void> {
  const lanes = seen.some(({ instruction }) => instruction.status.state === 'rejected')
    ? await ledger.readLanes(tenant)
    : [];
  const claims = seen
    .filter(
      ({ window, instruction }) =>
        isClaimPending(instruction, lanes) || isPending(window, instruction),
    )
    .map(
      ({ window: { debits: _, ...window }, instruction }): PendingClaim => ({
        ...window,
        state: instruction.status.state,
      }),
    )
    .sort((a, b) => (a.claimedAt < b.claimedAt ? -1 : 1))
    .slice(-MAX_PENDING_CLAIMS);
  const openRises = risesToKnow(before?.openRises ?? [], rises, now());
  const isSame =
    canonicalText(claims) === canonicalText(before?.claims ?? []) &&
    canonicalText(openRises) === canonicalText(before?.openRises ?? []);
  if (isSame) return;
  const version = (before?.version ?? 0) + 1;
  const next = { tenant, claims, ...(openRises.length > 0 ? { openRises } : {}), version };
  const pendingClaims = withUnknown(pendingClaimsSchema, before, next);
  const { ok } = await ledger.commit(tenant, [{ kind: 'put-pending-claims', pendingClaims }]);
  if (!ok) throw new ReconciliationContendedError('pending claims was written by another');
}

/** Until the longest booking bound is over: no service books a part later than that. */
function risesToKnow(
  before: readonly OpenRise[],
  found: readonly OpenRise[],
  now: Instant,
): readonly OpenRise[] {
  const since = plusSeconds(now, -MAX_BOOKING_BOUND_SECONDS);
  const all = [...before, ...found].filter(({ snapshot }) => snapshot >= since);
  const byPlace = new Map(all.map((each) => [`${each.snapshot}#${each.currency}`, each]));
  const sorted = [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, rise]) => rise).slice(-MAX_OPEN_RISES);
}

/**
 * A refusal whose lane has been freed is an end, although its state would still allow a settlement. Of a lane that cannot be
 * read that is not known.
 */
function isClaimPending({ id, status, content }: Instruction, lanes: readonly Lane[]): boolean {
  switch (status.state) {
    case 'sending':
    case 'unknown':
    case 'anomaly':
      return true;
    case 'rejected':
      return (
        lanesBlockedBy(id, lanes).length > 0 || unreadableIn(lanes, currenciesOf(content)) !== null
      );
    default:
      return false;
  }
}
