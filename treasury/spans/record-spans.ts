import type { RuleDecision } from '../decisions/decision.ts';
import { hourOf } from '../series/hour.ts';
import { type Instant, justBefore } from '../time/instant.ts';
import { type ClosedSpan, changesSpans, closeDeparted, foldRuns } from './fold.ts';
import type { SpanStore } from './ports.ts';
import { type Month, type MonthSpans, monthOf, type OpenSpans, type Span } from './span.ts';

/** A run that is on record, as far as spans are concerned. */
export interface RecordedRun {
  readonly tenant: string;
  /** The tick of its snapshot. */
  readonly tick: Instant;
  /** Its decisions, if this delivery of the snapshot made all of them; null if some were on record before. */
  readonly decisions: readonly RuleDecision[] | null;
  /** Ids of the rules in the policy. */
  readonly rules: ReadonlySet<string>;
}

/**
 * quiet: no span closes, so the run is folded in within the hour. past: the spans are as far as this run, or further.
 * contended: another run was quicker, and one within the hour folds in what this one did not.
 */
export type SpansRecorded = 'recorded' | 'quiet' | 'past' | 'contended';

/** Months read and written at once: after a halt, fifty rules take four rounds of both. */
const MONTHS_AT_ONCE = 16;

/**
 * Folds the runs since the last time, up to this one, into the spans of their rules. A quiet run costs one read. Months are
 * written before the open spans, and by the beginning of each span: a fold that is repeated writes the same.
 */
export async function recordSpans(store: SpanStore, run: RecordedRun): Promise<SpansRecorded> {
  const { tenant, tick } = run;
  const stored = await store.readOpen(tenant);
  if (stored !== null && tick <= stored.through) return 'past';
  if (stored !== null && isQuiet(stored, run)) return 'quiet';
  const before = stored ?? firstSpans(run);
  const range = { after: before.through, through: tick };
  const { runs, complete } = await store.runsBetween(tenant, range);
  const folded = foldRuns(before, runs);
  // The policy is that of this run: if others are still to be folded in before it, a rule may not have left yet.
  const { open, closed } = complete ? closeDeparted(folded, run.rules) : folded;
  if (!(await addToMonths(store, tenant, closed))) return 'contended';
  // Without more, no run up to this one is missing, even where a run decided nothing.
  const through = complete ? tick : open.through;
  const written = await store.writeOpen({ ...open, through, version: before.version + 1 });
  return written ? 'recorded' : 'contended';
}

/** Spans begin with the first run that finds none. */
function firstSpans({ tenant, tick }: RecordedRun): OpenSpans {
  return { tenant, through: justBefore(tick), rules: [], version: 0 };
}

function isQuiet(open: OpenSpans, { tick, decisions, rules }: RecordedRun): boolean {
  // The extremes of open spans are an hour old at most, and runs are kept for longer than that.
  if (hourOf(open.through) !== hourOf(tick) || decisions === null) return false;
  if (open.rules.some(({ ruleId }) => !rules.has(ruleId))) return false;
  return !changesSpans(open, tick, decisions);
}

interface Addition {
  readonly ruleId: string;
  readonly month: Month;
  readonly spans: readonly Span[];
}

/** False if another run has changed one of them meanwhile. */
async function addToMonths(
  store: SpanStore,
  tenant: string,
  closed: readonly ClosedSpan[],
): Promise<boolean> {
  const additions = byMonth(closed);
  for (let next = 0; next < additions.length; next += MONTHS_AT_ONCE) {
    const some = additions.slice(next, next + MONTHS_AT_ONCE);
    // Each to its end, also where another one fails: a write left behind would meet the next attempt.
    const ended = await Promise.allSettled(some.map((each) => addToMonth(store, tenant, each)));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    if (ended.some((each) => each.status === 'fulfilled' && !each.value)) return false;
  }
  return true;
}

function byMonth(closed: readonly ClosedSpan[]): readonly Addition[] {
  const groups = Map.groupBy(closed, ({ ruleId, span }) => `${monthOf(span.from)} ${ruleId}`);
  return [...groups.entries()].map(([key, group]) => {
    const [month = '', ruleId = ''] = key.split(' ');
    return { ruleId, month, spans: group.map(({ span }) => span) };
  });
}

async function addToMonth(
  store: SpanStore,
  tenant: string,
  { ruleId, month, spans }: Addition,
): Promise<boolean> {
  const stored = await store.readMonth(tenant, ruleId, month);
  const before: MonthSpans = stored ?? { tenant, ruleId, month, spans: [], version: 0 };
  const all = new Map([...before.spans, ...spans].map((span) => [span.from, span]));
  const inOrder = [...all.values()].sort((left, right) => (left.from < right.from ? -1 : 1));
  return await store.writeMonth({ ...before, spans: inOrder, version: before.version + 1 });
}
