import { type BreakFact, type BreakOrigin, breakOriginSchema } from '../facts/break-facts.ts';
import {
  type Break,
  type BreakExplanation,
  type BreakHistoryEntry,
  type BreakMatch,
  type BreakStatus,
  breakId,
  explanationOf,
  matcherName,
} from '../ledger/break.ts';
import type { Flow } from '../ledger/flow.ts';
import { sameJson } from '../records/same-json.ts';
import { knownPart } from '../records/unknown-fields.ts';
import type { Instant } from '../time/instant.ts';

/** One currency in one interval, as reconciliation found it. */
export interface BreakCandidate {
  readonly flow: Omit<Flow, 'version'>;
  /** The unexplained amount is beyond the tolerance. */
  readonly isBreak: boolean;
  /** Requests of unknown outcome that would explain it, to the last digit. */
  readonly mayBe: readonly string[];
  /**
   * Requests of the currency that were claimed before this reading, and are not decided or not yet shown in full: it may
   * be a part of one of them.
   */
  readonly awaits: readonly string[];
  /** One of those has an outcome that is not known, and not only for a moment. */
  readonly isDoubted: boolean;
  /**
   * Outgoing requests that were placed whole here, although no lane says so and the rest is a rise: it may be the part of
   * them that shows later.
   */
  readonly takenForWhole: readonly string[];
}

/** The author of entries that no person asked for. */
export const SLUICE = 'sluice';

/*
 * The transitions of a break: open -> explained -> closed, by people; and by later knowledge, from any state to
 * closed, or back to open if the amount differs from the one that people named. Pure; each returns the break to be
 * written on condition that its version is still the one that was read.
 */

/**
 * A new difference. `named`: the explanation that a person gave to the very same amount, if a late snapshot now shows
 * it in another interval.
 */
export function openBreak(candidate: BreakCandidate, at: Instant, named: Break | null): Break {
  const { flow, mayBe } = candidate;
  const { tenant, currency, snapshot, readAt, sinceSnapshot, sinceReadAt, unexplained } = flow;
  const opened: Break = {
    id: breakId(flow),
    tenant,
    currency,
    snapshot,
    readAt,
    sinceSnapshot,
    sinceReadAt,
    direction: unexplained.startsWith('-') ? 'outflow' : 'inflow',
    amount: unexplained,
    found: originIn(candidate),
    mayBe,
    ...(candidate.isDoubted ? { doubted: true } : {}),
    ...takenForWhole(candidate),
    openedAt: at,
    status: { state: 'open', at },
    history: [
      { at, state: 'open', by: SLUICE, fact: { code: 'found', found: originIn(candidate) } },
    ],
    version: 1,
  };
  return named === null ? opened : takenOver(opened, named, at);
}

/** The explanation moves with the amount; the version stays, as it is one write. */
function takenOver(opened: Break, named: Break, at: Instant): Break {
  const { status } = named;
  if (!('explanation' in status)) return opened;
  const { by, kind, comment } = status.explanation;
  const fact = { code: 'taken-over', breakId: named.id, by, kind, comment } as const;
  return { ...opened, status, history: [...opened.history, entry(status, at, SLUICE, fact)] };
}

/** The break after its interval was examined again. Null if nothing about it has changed. */
export function lookedAtAgain(before: Break, candidate: BreakCandidate, at: Instant): Break | null {
  const { flow, mayBe } = candidate;
  const { readAt, sinceSnapshot, sinceReadAt, unexplained } = flow;
  const doubted = candidate.isDoubted ? ({ doubted: true } as const) : {};
  const { takenForWhole: _, ...earlier } = before;
  const whole = takenForWhole(candidate);
  const found = stillFound(before.found, originIn(candidate));
  const seen = { readAt, sinceSnapshot, sinceReadAt, found, mayBe };
  const isLessened = before.status.state === 'closed' && before.status.how !== 'by-people';
  if (before.amount === unexplained && !isLessened) {
    const isSame =
      found === before.found &&
      before.sinceSnapshot === sinceSnapshot &&
      before.mayBe.join() === mayBe.join() &&
      before.takenForWhole?.join() === whole.takenForWhole?.join() &&
      (before.doubted === true || !candidate.isDoubted);
    return isSame
      ? null
      : { ...earlier, ...seen, ...doubted, ...whole, version: before.version + 1 };
  }
  const status: BreakStatus = { state: 'open', at };
  const fact = { code: 'amount-changed', was: before.amount, found: seen.found } as const;
  return {
    ...earlier,
    ...seen,
    ...doubted,
    ...whole,
    direction: unexplained.startsWith('-') ? 'outflow' : 'inflow',
    amount: unexplained,
    status,
    history: [...before.history, entry(status, at, SLUICE, fact)],
    version: before.version + 1,
  };
}

/**
 * Nothing is unexplained there any more: `instructionIds` account for it, or a late snapshot shows it elsewhere. Null
 * if that is known already.
 */
export function closeByKnowledge(
  before: Break,
  instructionIds: readonly string[],
  at: Instant,
): Break | null {
  const { status: current } = before;
  if (current.state === 'closed' && current.how !== 'by-people') return null;
  const settled = instructionIds.filter((id) => before.mayBe.includes(id));
  const how = settled.length > 0 ? 'settlement' : 'restatement';
  const accounting = settled.length > 0 ? settled : instructionIds;
  return accountedFor({ ...before, mayBe: [] }, how, accounting, at);
}

/** Nothing is left of it, by later knowledge: no person has closed it. */
export function accountedFor(
  before: Break,
  how: 'settlement' | 'restatement',
  ids: readonly string[],
  at: Instant,
): Break {
  const accounted = { how, instructionIds: [...ids] };
  return withStatus(before, { state: 'closed', at, ...accounted }, SLUICE, {
    code: 'accounted-for',
    ...accounted,
  });
}

/**
 * A matching rule explains an open difference. The version stays: it is one write with the one that opened it; callers
 * count on where nothing else changed.
 */
export function matchBreak(open: Break, match: BreakMatch, at: Instant): Break {
  const status: BreakStatus = { state: 'matched', at, match };
  const { kind, label, ruleId, version } = match;
  const fact = { code: 'matched', kind, label, ruleId, version } as const;
  const history = [...open.history, entry(status, at, matcherName(match), fact)];
  return { ...open, status, history };
}

/** A person explains it. May be explained again, differently, until it is closed. */
export function explain(before: Break, explanation: BreakExplanation): Break {
  const { by, at, kind, comment } = explanation;
  const status: BreakStatus = { state: 'explained', at, explanation };
  return withStatus(before, status, by, { code: 'explained', kind, comment });
}

/** A person closes a break that has an explanation; callers check who. */
export function close(before: Break, by: string, comment: string, at: Instant): Break {
  const explanation = explanationOf(before);
  if (before.status.state !== 'explained' || explanation === null) {
    throw new Error(`break ${before.id} is ${before.status.state} and cannot be closed`);
  }
  const status: BreakStatus = { state: 'closed', how: 'by-people', at, by, comment, explanation };
  return withStatus(before, status, by, { code: 'commented', comment });
}

function withStatus(before: Break, status: BreakStatus, by: string, fact: BreakFact): Break {
  const history = [...before.history, entry(status, status.at, by, fact)];
  return { ...before, status, history, version: before.version + 1 };
}

function entry(status: BreakStatus, at: Instant, by: string, fact: BreakFact): BreakHistoryEntry {
  return { at, state: status.state, by, fact };
}

/** The earlier finding, with what a later version added to it, if the new one has the same facts. */
function stillFound(earlier: BreakOrigin, found: BreakOrigin): BreakOrigin {
  return sameJson(knownPart(breakOriginSchema, earlier), found) ? earlier : found;
}

function takenForWhole({
  takenForWhole: ids,
}: BreakCandidate): Pick<Break, 'takenForWhole'> | Record<string, never> {
  return ids.length === 0 ? {} : { takenForWhole: [...ids] };
}

function originIn({ flow, mayBe }: BreakCandidate): BreakOrigin {
  const { opening, closing, movements, unexplained, sinceReadAt, readAt } = flow;
  return {
    code: 'unexplained',
    from: sinceReadAt,
    to: readAt,
    opening,
    closing,
    movements: movements.map(({ amount, instructionId }) => ({ amount, instructionId })),
    amount: unexplained,
    mayBe: [...mayBe],
  };
}
