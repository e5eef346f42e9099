import type { SharedName } from '../counters/counter.ts';
import { SHARED_WRITES, type SharedCounts, sharedCountsSchema } from '../counters/shared-counts.ts';
import { type Lane, laneSchema } from '../instructions/lane.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import { knownPart } from '../records/unknown-fields.ts';
import { canonicalJson, digestOf, hexDigestOf } from '../seals/canonical-json.ts';
import type { CountSeal } from '../seals/count-seal.ts';
import type { CountSeals, Validity } from '../seals/ports.ts';

/*
 * The amounts that limits count: of rules and accounts in a lane, of trades, of tiers and of limits over several currencies
 * in an item each. A claim rests on what it reads there, so a count that is lowered in the table would let more leave than
 * the policy says. Each state that Sluice writes is sealed, and takes a number that no later state has.
 */

/** A write of an item that limits count in. */
export type CountWrite = SharedWrite | Extract<LedgerWrite, { readonly kind: 'replace-lane' }>;

/** A write of what limits over several currencies count. */
export type SharedWrite = Extract<LedgerWrite, { readonly usage: SharedCounts }>;

/** `unsealed`: counted before counts were sealed. `foreign`: sealed in another ledger than this one. */
type CountVerdict = 'valid' | 'unsealed' | 'foreign' | 'invalid';

/** One state of a count. */
export interface Count {
  /** A lane, or what limits over several currencies count; as in its marks. */
  readonly of: string;
  readonly seal: CountSeal | undefined;
  /** What the seal covers; null if nothing was counted yet. */
  readonly content: object | null;
}

export function isCountWrite(write: LedgerWrite): write is CountWrite {
  return write.kind === 'replace-lane' || Object.hasOwn(SHARED_WRITES, write.kind);
}

/** The ledger that counts are sealed in: the one that its lanes are armed in. Null if the commit writes no lane. */
export function epochOfCounts(writes: readonly LedgerWrite[]): string | null {
  const lane = writes.find((write) => write.kind === 'replace-lane');
  return lane?.kind === 'replace-lane' ? lane.lane.epoch : null;
}

/** True if the write counts anything anew. One that does not say what it was computed from counts nothing. */
export function changesCount(write: CountWrite): boolean {
  const { read } = write;
  if (read === undefined) return false;
  return canonicalJson(countIn(write, read).content) !== canonicalJson(stateAfter(write).content);
}

/** Whether Sluice counted what the write was computed from, in this ledger. Throws if the key cannot be reached. */
export async function judgeCount(
  counts: CountSeals,
  tenant: string,
  epoch: string,
  write: CountWrite,
): Promise<CountVerdict> {
  const count = countIn(write, write.read ?? null);
  const { seal } = count;
  if (seal === undefined) return 'unsealed';
  if (seal.epoch !== epoch) return 'foreign';
  return await verifyCount(counts, tenant, count, seal);
}

/** Whether the seal stands for this state, in whatever ledger it was made. Throws if the key cannot be reached. */
export async function verifyCount(
  counts: CountSeals,
  tenant: string,
  { of, content }: Count,
  seal: CountSeal,
): Promise<Validity> {
  return await counts.verify(tenant, digestOfCount(tenant, { of, content, seal }), seal);
}

/** A seal over a state, as of the given number in the given ledger. Throws if the key cannot be reached. */
export async function sealOfCount(
  counts: CountSeals,
  tenant: string,
  { of, content }: Count,
  place: Pick<CountSeal, 'number' | 'epoch'>,
): Promise<CountSeal> {
  const mac = await counts.seal(tenant, digestOfCount(tenant, { of, content, seal: place }));
  return { ...place, ...mac };
}

/** The write with a seal over its count, and the mark of the number that this state takes. */
export async function sealedCount(
  counts: CountSeals,
  tenant: string,
  epoch: string,
  write: CountWrite,
): Promise<readonly LedgerWrite[]> {
  const before = countIn(write, write.read ?? null).seal;
  const number = before?.epoch === epoch ? before.number + 1 : 1;
  const count = stateAfter(write);
  const seal = await sealOfCount(counts, tenant, count, { number, epoch });
  return [withSeal(write, seal), { kind: 'mark-count', mark: { of: count.of, epoch, number } }];
}

/** Names the count in a message. */
export function nameOfCount(write: CountWrite): string {
  return write.kind === 'replace-lane'
    ? `what limits count of ${write.lane.currency}`
    : `what limits count over several currencies (${SHARED_WRITES[write.kind]})`;
}

function withSeal(write: CountWrite, seal: CountSeal): LedgerWrite {
  return write.kind === 'replace-lane'
    ? { ...write, lane: { ...write.lane, seal } }
    : ({ ...write, usage: { ...write.usage, seal } } as CountWrite);
}

function stateAfter(write: CountWrite): Count {
  return countIn(write, write.kind === 'replace-lane' ? write.lane : write.usage);
}

function countIn(write: CountWrite, item: NonNullable<CountWrite['read']> | null): Count {
  if (write.kind === 'replace-lane') return countOfLane((item ?? write.lane) as Lane);
  return countOfShared(SHARED_WRITES[write.kind], item as SharedCounts | null);
}

export function countOfLane(lane: Lane): Count {
  return { of: `LANE#${lane.currency}`, seal: lane.seal, content: countsOfLane(lane) };
}

/** Every field but those that say nothing about amounts. The name is that of the place it stands in. */
export function countOfShared(name: SharedName, shared: SharedCounts | null): Count {
  const of = name.toUpperCase();
  if (shared === null) return { of, seal: undefined, content: null };
  const { seal, version: _, ...content } = knownPart(sharedCountsSchema, shared);
  return { of, seal, content };
}

/**
 * Of a lane: the amounts, and the debits of the claim that holds it, which are given back if nothing left, with the balance
 * and the times that say so; and those of the claims whose amounts no balance shows, which two people may give back. Whatever a decision or a later balance changes stands outside: neither makes nor breaks a seal.
 */
function countsOfLane(lane: Lane): object {
  const { currency, usage, counts, outflowVersion, destinations, status, booking } = knownPart(
    laneSchema,
    lane,
  );
  const claimed = Object.entries(usage).flatMap(([ruleId, { lastClaimedAt, run }]) =>
    run === undefined && lastClaimedAt === undefined
      ? []
      : [[ruleId, { lastClaimedAt, run }] as const],
  );
  return {
    currency,
    usage: Object.fromEntries(claimed),
    counts,
    outflowVersion,
    destinations,
    debits: status.state === 'idle' ? null : debitsOf(status.claim),
    unbooked: booking.debited,
  };
}

function debitsOf(claim: Exclude<Lane['status'], { readonly state: 'idle' }>['claim']) {
  const { instructionId, nonce, debits, firstPayment } = claim;
  if (debits === undefined && firstPayment === undefined) return null;
  const { claimedAt, quarantineUntil, balanceBefore, outgoing } = claim;
  const times = { claimedAt, quarantineUntil };
  return { instructionId, nonce, ...times, balanceBefore, outgoing, debits, firstPayment };
}

function digestOfCount(
  tenant: string,
  {
    of,
    seal,
    content,
  }: Omit<Count, 'seal'> & { readonly seal: Pick<CountSeal, 'number' | 'epoch'> },
): Uint8Array {
  const { number, epoch } = seal;
  return digestOf({
    domain: 'sluice/count',
    tenant,
    of,
    epoch,
    number,
    content: hexDigestOf(content),
  });
}
