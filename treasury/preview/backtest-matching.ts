import { type Break, breakId } from '../ledger/break.ts';
import type { Flow } from '../ledger/flow.ts';
import { mayBeOfRequest } from '../matching/expected-break.ts';
import { isOpenRise } from '../matching/open-rises.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { PolicyProblem } from '../policy/policy-problem.ts';
import type { Effects } from '../ports/effects.ts';
import { earlier, type Instant, justBefore, plusSeconds } from '../time/instant.ts';
import { BACKTEST_SECONDS, MAX_DIFFERENCES_PER_CALL } from './backtest-limits.ts';
import { draftedMatching, type MatchingDraft } from './matching-draft.ts';
import { type MatchingBacktestReport, MatchingTotals } from './matching-report.ts';
import { MatchingReplay, type PastDifference } from './replay-matching.ts';

export interface MatchingBacktestPorts extends Pick<Effects, 'now'> {
  readonly readRules: (tenant: string) => Promise<readonly MatchingRule[]>;
  /** Of the ticks from one to another, both included, in their order. */
  readonly flowsBetween: (tenant: string, from: Instant, to: Instant) => Promise<readonly Flow[]>;
  readonly breaksBetween: (tenant: string, from: Instant, to: Instant) => Promise<readonly Break[]>;
  readonly snapshotEverySeconds: number;
}

export interface MatchingBacktestRequest {
  readonly tenant: string;
  readonly draft: MatchingDraft;
  /** Ticks from one, included, to the other, not. */
  readonly from: Instant;
  readonly to: Instant;
}

export type MatchingBacktestResult =
  | { readonly result: 'replayed'; readonly report: MatchingBacktestReport }
  | { readonly result: 'draft-refused'; readonly problems: readonly PolicyProblem[] };

const DAY_SECONDS = 86_400;

/**
 * What a draft of matching rules would have explained of the recorded differences, beside the rules in force. Both
 * begin at the start of the range with nothing counted. Writes nothing.
 */
export async function backtestMatching(
  ports: MatchingBacktestPorts,
  request: MatchingBacktestRequest,
): Promise<MatchingBacktestResult> {
  const { tenant, draft, from } = request;
  const { snapshotEverySeconds } = ports;
  const inForce = await ports.readRules(tenant);
  const drafted = draftedMatching(inForce, draft, { at: from, snapshotEverySeconds });
  if (!drafted.ok) return { result: 'draft-refused', problems: drafted.problems };
  const totals = new MatchingTotals(draft.rules);
  const sides = {
    before: new MatchingReplay(tenant, inForce),
    after: new MatchingReplay(tenant, drafted.rules),
  };
  const until = await walk(ports, request, (difference) =>
    totals.count(difference, sides.before.judge(difference), sides.after.judge(difference)),
  );
  return { result: 'replayed', report: totals.report({ from, to: request.to, until }) };
}

/** Day by day and oldest first; ends early where the differences or the time of one call are used up. */
async function walk(
  ports: MatchingBacktestPorts,
  { tenant, from, to }: MatchingBacktestRequest,
  visit: (difference: PastDifference) => void,
): Promise<Instant> {
  const deadline = plusSeconds(ports.now(), BACKTEST_SECONDS);
  let left = MAX_DIFFERENCES_PER_CALL;
  let seen: Instant | null = null;
  const openRises = new Set<string>();
  for (let day = from; day < to; day = plusSeconds(day, DAY_SECONDS)) {
    if (ports.now() >= deadline) return day;
    const next = earlier(plusSeconds(day, DAY_SECONDS), to);
    for (const difference of await differencesIn(ports, tenant, day, justBefore(next))) {
      // A tick counts whole or not at all: the next call begins with one.
      const isNewTick = difference.snapshot !== seen;
      if (isNewTick && (left <= 0 || ports.now() >= deadline)) return difference.snapshot;
      seen = difference.snapshot;
      left -= 1;
      const { currency, unexplained } = difference.movement;
      if (difference.isOpenRise) openRises.add(currency);
      // As in the books: the fall may be what is missing of a withdrawal beside the rise.
      const mayBePart = unexplained.startsWith('-') && openRises.has(currency);
      visit(mayBePart ? { ...difference, isDoubtful: true } : difference);
    }
  }
  return to;
}

/** What the record has between two ticks, in the order in which it was read. */
async function differencesIn(
  { flowsBetween, breaksBetween }: MatchingBacktestPorts,
  tenant: string,
  first: Instant,
  last: Instant,
): Promise<readonly PastDifference[]> {
  const [flows, breaks] = await Promise.all([
    flowsBetween(tenant, first, last),
    breaksBetween(tenant, first, last),
  ]);
  const found = new Map(breaks.map((each) => [each.id, each]));
  return flows
    .flatMap((flow) => differenceOf(flow, found.get(breakId(flow))))
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** Empty without a break of this very amount: it lies within the tolerance, or later knowledge accounts for it. */
function differenceOf(flow: Flow, found: Break | undefined): readonly PastDifference[] {
  if (found === undefined || found.amount !== flow.unexplained) return [];
  const { status } = found;
  if (found.direction === 'unbooked') return [];
  if (status.state === 'closed' && status.how !== 'by-people') return [];
  return [
    {
      breakId: found.id,
      snapshot: flow.snapshot,
      movement: flow,
      recorded: status.state,
      isDoubtful: mayBeOfRequest(found),
      isOpenRise: isOpenRise(found),
    },
  ];
}

function orderOf({ snapshot, movement }: PastDifference): string {
  return `${snapshot}#${movement.readAt}#${movement.currency}`;
}
