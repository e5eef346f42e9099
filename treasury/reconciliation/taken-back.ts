import { MAX_BOOKING_CREDITS } from '../booking/booking.ts';
import { creditsMaking } from '../booking/credits.ts';
import type { BreakCandidate } from '../breaks/break-transitions.ts';
import { explanationOf } from '../ledger/break.ts';
import type { ShownPart } from '../ledger/claim-window.ts';
import type { FlowMovement } from '../ledger/flow.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { areUnreadable } from '../policy/controls.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { boundSecondsOf } from '../unbooked/unbooked.ts';
import { EarlierFlows, type SeenFlow } from './earlier-flows.ts';
import { hasShown } from './late-booking.ts';
import type { LateClaims, SeenClaim } from './late-claims.ts';
import { lateIn, movementOf } from './movement.ts';
import type { ReconcilePorts } from './ports.ts';
import { LONGEST_WINDOW_SECONDS } from './window.ts';

/**
 * Parts of one movement: replicas that take turns make two for each turn. More than an hour of turns at every
 * snapshot of a minute is a disturbance that people should see, and a claim is rewritten with each of them.
 */
const MAX_PARTS = 120;

/** A part of a movement that a flow has on record. */
interface Credited {
  readonly instructionId: string;
  readonly at: Instant;
  /** Signed, and without its sign. */
  readonly amount: string;
  readonly fall: string;
  /** Of the flow. In the flow that took it back, it did not show at all. */
  readonly snapshot: Instant;
}

/** A place at which a difference took back a part that had shown, to the last digit. */
interface Back {
  readonly flow: SeenFlow;
  readonly credited: readonly Credited[];
}

/**
 * Differences that add up to nothing with a last one: those that took back, and those that showed again in between.
 */
interface TakenBack {
  readonly backs: readonly Back[];
  readonly ticks: readonly Instant[];
}

/**
 * Replicas that take turns: a movement showed, the very amount came back, and leaves again. By the same arithmetic a
 * lane takes a credit back that a rise contradicts. Only the whole pair explains itself, so a deposit is a difference
 * until then: money that is swept as it comes in comes in by the same amounts. Explanations by people stay. Returns
 * the ticks that have to be examined again first.
 */
export async function takeBack(
  ports: ReconcilePorts,
  tenant: string,
  candidates: readonly BreakCandidate[],
  claims: LateClaims,
): Promise<readonly Instant[]> {
  if (!candidates.some(({ isBreak }) => isBreak)) return [];
  const controls = await ports.ledger.readControls(tenant);
  if (areUnreadable(controls)) return [];
  const bound = boundSecondsOf(controls);
  const earlier = new EarlierFlows(ports.flows, tenant, candidates, bound);
  const ticks: Instant[] = [];
  for (const { flow, isBreak } of candidates) {
    if (!isBreak) continue;
    ticks.push(
      ...(await takeBackBefore(ports, flow, {
        earlier: await earlier.before(flow),
        bound,
        claims,
      })),
    );
  }
  return ticks;
}

interface Known {
  /** Of the currency, oldest first; includes those just found. */
  readonly earlier: readonly SeenFlow[];
  /** Seconds within which the service books. */
  readonly bound: number;
  readonly claims: LateClaims;
}

async function takeBackBefore(
  ports: ReconcilePorts,
  again: SeenFlow,
  { earlier, bound, claims }: Known,
): Promise<readonly Instant[]> {
  const { tenant } = again;
  const found = takenBackBefore(again, earlier);
  if (found.length === 0 || (await isNamed(ports, again))) return [];
  for (const { backs, ticks } of found) {
    if (await isAnyNamed(ports, backs)) continue;
    const last = backs.at(-1)?.flow.readAt ?? again.readAt;
    const seen = await claimsOf(ports, tenant, backs, claims);
    const isWithin = seen?.every(({ window }) => plusSeconds(window.claimedAt, bound) > last);
    if (seen !== null && isWithin && noted(backs, seen, earlier, claims)) return ticks;
  }
  return [];
}

async function isAnyNamed(ports: ReconcilePorts, backs: readonly Back[]): Promise<boolean> {
  for (const { flow } of backs) if (await isNamed(ports, flow)) return true;
  return false;
}

/** Whether a person has explained the difference. */
async function isNamed({ flows }: ReconcilePorts, flow: SeenFlow): Promise<boolean> {
  const found = await flows.breakAt(flow.tenant, flow);
  return found !== null && explanationOf(found) !== null;
}

/**
 * Several consecutive differences that add up to nothing together with this one, as when replicas are behind by
 * several bookings; else one difference of the very amount, with others in between, the latest first. Pure.
 */
export function takenBackBefore(
  { unexplained }: Pick<SeenFlow, 'unexplained'>,
  earlier: readonly SeenFlow[],
): readonly TakenBack[] {
  const again = decimalOf(unexplained);
  const ways: readonly Left[] = [
    (flow) => decimalOf(flow.unexplained),
    // The run that found it was cut off before it wrote that it shows again.
    (flow) => unexplainedOrBack(flow, again),
  ];
  return ways.flatMap((left) => takenBackSo(again, earlier, left));
}

/** The rest that a flow leaves unexplained. */
type Left = (flow: SeenFlow) => Decimal;

function takenBackSo(
  again: Decimal,
  earlier: readonly SeenFlow[],
  left: Left,
): readonly TakenBack[] {
  const alone = earlier.filter((flow) => left(flow).equals(again.negated())).toReversed();
  const some = comingTo(again, earlier, left);
  return [...(some === null ? [] : [some]), ...alone.map((flow) => [flow])].flatMap((flows) => {
    const backs = backsOf(
      flows.filter((flow) => left(flow).isNegative() !== again.isNegative()),
      earlier,
      again,
      left,
    );
    return backs === null ? [] : [{ backs, ticks: flows.map(({ snapshot }) => snapshot) }];
  });
}

/** Parts that took back before count as well. */
function unexplainedOrBack({ unexplained, movements }: SeenFlow, again: Decimal): Decimal {
  const left = decimalOf(unexplained);
  if (!left.isZero()) return left;
  return movements
    .map(({ amount }) => decimalOf(amount))
    .filter((amount) => amount.isNegative() !== again.isNegative())
    .reduce((sum, amount) => sum.plus(amount), ZERO);
}

/** The latest differences without a gap that add up to nothing with this one; null if none do. */
function comingTo(
  again: Decimal,
  earlier: readonly SeenFlow[],
  leftOf: Left,
): readonly SeenFlow[] | null {
  let sum = again;
  const flows: SeenFlow[] = [];
  for (const flow of earlier.toReversed()) {
    const left = leftOf(flow);
    if (left.isZero()) continue;
    sum = sum.plus(left);
    flows.unshift(flow);
    if (sum.isZero()) return flows;
    if (flows.length === MAX_BOOKING_CREDITS) return null;
  }
  return null;
}

type CurrentMovement = FlowMovement & Credited & { readonly each: FlowMovement };

/** Parts that have shown by then and were not taken back since, oldest first. */
function currentAt(
  tick: Instant,
  earlier: readonly SeenFlow[],
  again: Decimal,
): readonly CurrentMovement[] {
  const current: CurrentMovement[] = [];
  for (const { snapshot, movements } of earlier) {
    if (snapshot > tick) break;
    for (const each of movements) {
      const fall = formatDecimal(decimalOf(each.amount).abs());
      const isShown = decimalOf(each.amount).isNegative() === again.isNegative();
      if (isShown && each.inFlight !== true) current.push({ ...each, each, fall, snapshot });
      if (isShown) continue;
      const taken = current.findLastIndex(
        (other) => other.instructionId === each.instructionId && other.fall === fall,
      );
      if (taken >= 0) current.splice(taken, 1);
    }
  }
  return current;
}

/**
 * The part that each of them took back, none of it twice unless it showed again in between; null if one of them took
 * back nothing that had shown.
 */
function backsOf(
  flows: readonly SeenFlow[],
  earlier: readonly SeenFlow[],
  again: Decimal,
  left: Left,
): readonly Back[] | null {
  const taken = new Set<object>();
  const backs: Back[] = [];
  for (const flow of flows) {
    const before = currentAt(flow.snapshot, earlier, again);
    const amount = left(flow).abs();
    const credited =
      creditsMaking(
        before.filter(({ each }) => !taken.has(each)),
        amount,
      ) ?? creditsMaking(before, amount);
    if (credited === null) return null;
    for (const { each } of credited) taken.add(each);
    backs.push({ flow, credited });
  }
  return backs;
}

/** Null if one of them is not known any more. */
async function claimsOf(
  { flows, ledger }: ReconcilePorts,
  tenant: string,
  backs: readonly Back[],
  claims: LateClaims,
): Promise<readonly SeenClaim[] | null> {
  const found: SeenClaim[] = [];
  const credited = new Map(
    backs.flatMap((back) => back.credited.map((each) => [each.instructionId, each.at])),
  );
  for (const [instructionId, at] of credited) {
    const known = claims.claimOf(instructionId);
    const [from, to] = [-LONGEST_WINDOW_SECONDS, LONGEST_WINDOW_SECONDS];
    const windows =
      known === null
        ? await flows.claimsEnding(tenant, plusSeconds(at, from), plusSeconds(at, to))
        : [];
    const window = windows.find((each) => each.instructionId === instructionId);
    const instruction =
      window === undefined ? null : await ledger.readInstruction(tenant, instructionId);
    const seen =
      known ?? (window === undefined || instruction === null ? null : { window, instruction });
    if (seen === null) return null;
    found.push(seen);
  }
  return found;
}

/** False if nothing is missing of one of them even so: then another part was taken back. */
function noted(
  backs: readonly Back[],
  seen: readonly SeenClaim[],
  earlier: readonly SeenFlow[],
  claims: LateClaims,
): boolean {
  const currency = backs[0]?.flow.currency ?? '';
  const next = seen.map((claim) => {
    const { id } = claim.instruction;
    const current = lateIn(claim.window, currency);
    const shown = current?.parts ?? earlier.flatMap((flow) => partsIn(flow, id));
    const own = backs.flatMap(({ flow, credited }) =>
      credited
        .filter(({ instructionId }) => instructionId === id)
        .map(({ amount, snapshot }) => ({ flow, amount, isThere: snapshot === flow.snapshot })),
    );
    const never = own.flatMap((each) => (each.isThere ? [partOf(each.flow, each.amount)] : []));
    const taken = own.flatMap(({ flow, amount, isThere }) =>
      isThere ? [] : [partOf(flow, formatDecimal(decimalOf(amount).negated()))],
    );
    const parts = [
      ...shown.filter((part) => !never.some((each) => isSame(each, part))),
      ...taken.filter((part) => !shown.some((each) => isSame(each, part))),
    ].toSorted(byTick);
    const movement = movementOf(claim.instruction, claim.window, currency);
    const isOpen =
      movement?.certainty === 'executed' &&
      current?.rest === undefined &&
      parts.length < MAX_PARTS &&
      !hasShown(movement, parts);
    return { claim, parts, isOpen };
  });
  if (!next.every(({ isOpen }) => isOpen)) return false;
  for (const { claim, parts } of next) claims.takeBack(claim, currency, parts);
  return true;
}

function isSame(one: ShownPart, other: ShownPart): boolean {
  return one.snapshot === other.snapshot && one.amount === other.amount;
}

function partsIn(flow: SeenFlow, instructionId: string): readonly ShownPart[] {
  return flow.movements
    .filter((each) => each.instructionId === instructionId)
    .map(({ amount }) => partOf(flow, amount));
}

function partOf(
  { snapshot, sinceReadAt: from, readAt: until }: SeenFlow,
  amount: string,
): ShownPart {
  return { snapshot, from, until, amount };
}

function byTick(a: ShownPart, b: ShownPart): number {
  return a.snapshot < b.snapshot ? -1 : 1;
}
