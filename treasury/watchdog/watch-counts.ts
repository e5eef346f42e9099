import { resultOf, settleAll } from '../concurrency/settle-all.ts';
import {
  type Counter,
  type Debit,
  debitsIn,
  SHARED_COUNTS,
  type SharedName,
} from '../counters/counter.ts';
import { type Counts, countersBelow, takenForEverWith, takenWith } from '../counters/counts.ts';
import {
  countsOf,
  readAllCounts,
  UNREADABLE_COUNTS,
  unreadableOf,
} from '../counters/shared-counts.ts';
import { type Buckets, countsAfter, DAYS, EVER, HOURS } from '../counters/windows.ts';
import type { Tampering } from '../facts/halt-facts.ts';
import { sayTampering } from '../facts/sentences/say/say-halt.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { ClaimWindow } from '../ledger/claim-window.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { FlowLedger } from '../reconciliation/ports.ts';
import { haltForTampering } from '../sealing/tampering.ts';
import { type Instant, later } from '../time/instant.ts';

/*
 * What limits count is compared with what claims took. A counter below its claims lets more leave than the policy says, and
 * only something other than Sluice can lower one: everything is halted. One above them lets less leave, and is no finding: an
 * outcome that nothing proves gives nothing back, and a restored table may count more than it knows claims of.
 */

export interface CountsPorts {
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readLanes' | 'readCounts' | 'readInstruction' | 'readPolicy' | 'commit'
  >;
  readonly flows: Pick<FlowLedger, 'claimPages'>;
  readonly now: () => Instant;
}

/**
 * Seconds between two comparisons with the claims of a day, with those of a month, and with all there are: what is lowered
 * counts less until then.
 */
const EVERY_SECONDS = { day: 900, month: 86_400, ever: 604_800 } as const;

/**
 * Pages of claims that one comparison reads, of some 1,300 claims each: all of 16 months with 50 sweeps a day, of 13 years with
 * five. With their instructions that takes half a minute at the most, and a round has 50 seconds. Of what is beyond it nothing
 * is known to be lowered.
 */
export const MAX_CLAIM_PAGES = 20;

/** Comparisons in one round that other claims came in between; a busy place is compared in the next one. */
const MAX_LOOKS = 3;

/** Behind every moment: the end of a quarantine lies a day ahead at the most. */
const NEVER: Instant = '9999-12-31T23:59:59.999Z';

/** A place that counters stand in. */
interface Place {
  readonly name: string;
  readonly version: number;
  readonly counts: Counts;
  /** Of the debits of one claim, those that stand here. */
  readonly own: (debits: readonly Debit[]) => readonly Debit[];
}

/** What a place holds less of than was taken. */
interface Lowered {
  readonly place: Place;
  readonly counters: readonly Counter[];
}

/**
 * Which claims are compared on this tick: those of a day every quarter of an hour, those of a month once a day, and once a week
 * all of them too, for what counts for ever.
 */
export function bucketsDue(tick: Instant, everySeconds: number): readonly Buckets[] {
  const isDue = (seconds: number) => (Date.parse(tick) / 1_000) % seconds < everySeconds;
  const recent = isDue(EVERY_SECONDS.month) ? DAYS : HOURS;
  return [
    ...(isDue(EVERY_SECONDS.day) ? [recent] : []),
    ...(isDue(EVERY_SECONDS.ever) ? [EVER] : []),
  ];
}

export interface Compared {
  /** Names what is lowered; null if nothing is. */
  readonly lowered: string | null;
  /** What was not compared: claims beyond those that one comparison reads, or what was written every time it was looked at. */
  readonly left: 'nothing' | 'claims' | 'busy';
  /** Items that cannot be read: nothing is known to be lowered there, and nothing that counts there leaves. */
  readonly unreadable: readonly SharedName[];
}

/** Halts everything if a counter holds less than its claims took. */
export async function watchCounts(
  ports: CountsPorts,
  tenant: string,
  buckets: Buckets,
): Promise<Compared> {
  let unreadable: readonly SharedName[] = [];
  for (let look = 0; look < MAX_LOOKS; look++) {
    const before = await placesOf(ports, tenant);
    unreadable = before.unreadable;
    const { found, isWhole } = await comparedOnce(ports, { tenant, buckets }, before);
    if (found === 'moved') continue;
    const left = isWhole ? 'nothing' : 'claims';
    if (found === null) return { lowered: null, left, unreadable };
    await haltForTampering(ports.ledger, tenant, { subject: 'counts', found, at: ports.now() });
    return { lowered: sayTampering(found), left, unreadable };
  }
  return { lowered: null, left: 'busy', unreadable };
}

/**
 * The counters are read before, and once more at the end. A claim, and whatever gives back, writes its counters with its
 * instruction: where the version stayed, none of both fell in between, and what was read there is of one moment.
 */
async function comparedOnce(
  ports: CountsPorts,
  asked: Omit<Claims, 'since'>,
  before: Places,
): Promise<{ readonly found: Tampering | 'moved' | null; readonly isWhole: boolean }> {
  const { tenant } = asked;
  const claims = { ...asked, since: before.since };
  const asClaimed = async ({ debits = [] }: ClaimWindow) => debits;
  const suspected = await lowered(ports, claims, before.places, asClaimed);
  const { isWhole } = suspected;
  if (suspected.lowered.length === 0) return { found: null, isWhole };
  const places = suspected.lowered.map(({ place }) => place);
  const kept = await lowered(ports, claims, places, async ({ instructionId, debits = [] }) =>
    keptBy(await ports.ledger.readInstruction(tenant, instructionId), debits),
  );
  const found = kept.lowered;
  if (found.length === 0) return { found: null, isWhole };
  const after = await placesOf(ports, tenant);
  const isStill = ({ place: { name, version } }: Lowered) =>
    after.places.some((each) => each.name === name && each.version === version);
  const still = found.filter(isStill);
  if (still.length === 0) return { found: 'moved', isWhole };
  return { found: { code: 'counts-lowered', counts: still.map(loweredIn) }, isWhole };
}

interface Claims {
  readonly tenant: string;
  readonly buckets: Buckets;
  /** Those of before are left out. */
  readonly since: Instant;
}

/** What these places hold less of than those claims took that still count, which are read page after page. */
async function lowered(
  { flows, now }: CountsPorts,
  { tenant, buckets, since }: Claims,
  places: readonly Place[],
  debitsOf: (claim: ClaimWindow) => Promise<readonly Debit[]>,
): Promise<{ readonly lowered: readonly Lowered[]; readonly isWhole: boolean }> {
  const withTaken = buckets === EVER ? takenForEverWith : takenWith;
  const taken = new Map<Place, Counts>();
  let isWhole = true;
  let pages = 0;
  for await (const page of flows.claimPages(
    tenant,
    later(since, countsAfter(buckets, now())),
    NEVER,
  )) {
    if (pages === MAX_CLAIM_PAGES) {
      isWhole = false;
      break;
    }
    pages += 1;
    const counting = page.filter(
      ({ claimedAt, debits = [] }) =>
        claimedAt > since && places.some(({ own }) => own(debits).length > 0),
    );
    const debits = (await settleAll(counting, debitsOf)).map(resultOf);
    for (const place of places) {
      taken.set(place, withTaken(taken.get(place) ?? [], debits.flatMap(place.own)));
    }
  }
  const at = now();
  const found = places.flatMap((place) => {
    const counters = countersBelow(place.counts, taken.get(place) ?? [], at);
    return counters.length === 0 ? [] : [{ place, counters }];
  });
  return { lowered: found, isWhole };
}

interface Places extends Pick<Compared, 'unreadable'> {
  readonly places: readonly Place[];
  /** Claims up to then are not compared: a backup is not of one moment, and two people answer for what it counted. */
  readonly since: Instant;
}

/** In lanes that are not armed in this ledger nothing is compared. */
async function placesOf({ ledger }: CountsPorts, tenant: string): Promise<Places> {
  const epoch = await ledger.epoch();
  const lanes = await ledger.readLanes(tenant);
  const shared = await readAllCounts((name) => ledger.readCounts(tenant, name));
  const armed = lanes.filter((lane) => lane.epoch === epoch);
  const ofLanes = armed.map(({ currency, counts, countsVersion = 0 }) => ({
    name: currency,
    version: countsVersion,
    counts,
    own: (debits: readonly Debit[]) => {
      const ofLane = debitsIn('lane', debits);
      // One of them is an amount of the lane's currency; another may be a number of withdrawals.
      return ofLane.some(({ counter }) => counter.unit === currency) ? ofLane : [];
    },
  }));
  const ofAll = SHARED_COUNTS.flatMap((name) => {
    const read = shared[name];
    if (read === UNREADABLE_COUNTS) return [];
    const own = (debits: readonly Debit[]) => debitsIn(name, debits);
    return [{ name, version: read?.version ?? 0, counts: countsOf(read), own }];
  });
  const since =
    armed
      .flatMap(({ rearmedAt }) => rearmedAt ?? [])
      .toSorted()
      .at(-1) ?? '';
  return {
    places: armed.length === 0 ? [] : [...ofLanes, ...ofAll],
    since,
    unreadable: unreadableOf(shared),
  };
}

/**
 * Of what a claim took, what surely still counts: nothing once its request is known not to have left, or two people gave
 * back what is unbooked; and not that of which a part went back, since the service took less, or filled less.
 */
function keptBy(instruction: Instruction | null, debits: readonly Debit[]): readonly Debit[] {
  if (instruction === null) return debits;
  const { status, concluded } = instruction;
  switch (status.state) {
    case 'sending':
    case 'unknown':
    case 'anomaly':
    // No claim ends in these: an earlier state was put back, and what its claim took has left all the same.
    case 'proposed':
    case 'awaiting-approval':
    case 'approved':
    case 'declined':
    case 'expired':
    case 'cancelled':
      return debits;
    case 'confirmed': {
      if (concluded?.outcome === 'not-executed') return [];
      const { confirmation } = status;
      if (confirmation.kind === 'withdrawal' && confirmation.taken !== undefined)
        return debits.filter(({ counter }) => counter.kind !== 'rule');
      if (confirmation.kind === 'settled' && confirmation.fill !== undefined) {
        const traded = debitsIn('trade-usage', debits);
        return debits.filter((debit) => !traded.includes(debit));
      }
      return debits;
    }
    case 'rejected':
    case 'not-sent':
    case 'released':
      return [];
    default:
      return status satisfies never;
  }
}

function loweredIn({ place, counters }: Lowered) {
  return { place: place.name, counters: counters.map(({ kind, of }) => ({ kind, of })) };
}
