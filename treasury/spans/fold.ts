import type { RuleDecision } from '../decisions/decision.ts';
import type { DecisionRun } from '../ledger/stored-decision.ts';
import { dayOf } from '../series/hour.ts';
import type { Instant } from '../time/instant.ts';
import { withNumbers } from './extremes.ts';
import { monthOf, type OpenSpans, type RuleSpan, type Span, type SpanReason } from './span.ts';

/**
 * Spans of one rule that close on a day. Each closing rewrites the rule's month, so a reason that changes with every run
 * has to stop at some point: from then to the end of the day it is one varying span.
 */
export const MAX_CLOSINGS_PER_DAY = 24;

/** A span that is over, with its rule. */
export interface ClosedSpan {
  readonly ruleId: string;
  readonly span: Span;
}

export interface FoldedSpans {
  readonly open: OpenSpans;
  readonly closed: readonly ClosedSpan[];
}

/**
 * Folds runs, in the order of their ticks, into the open spans. Runs up to `through` are in them already. A rule that a run
 * did not decide goes on with the next one that does: its currency may have been left out, and gaps between runs mean nothing.
 */
export function foldRuns(open: OpenSpans, runs: readonly DecisionRun[]): FoldedSpans {
  const rules = new Map(open.rules.map((each) => [each.ruleId, each]));
  const closed: ClosedSpan[] = [];
  let { through } = open;
  for (const { tick, decisions } of ticksAfter(through, runs)) {
    for (const decision of decisions) {
      const { ruleId } = decision;
      const step = advance(rules.get(ruleId), decision, tick);
      rules.set(ruleId, step.rule);
      if (step.closed !== null) closed.push({ ruleId, span: step.closed });
    }
    through = tick;
  }
  return { open: { ...open, through, rules: inOrder([...rules.values()]) }, closed };
}

/** The spans of rules that are no longer in the policy close with the last run that had them. */
export function closeDeparted(
  { open, closed }: FoldedSpans,
  current: ReadonlySet<string>,
): FoldedSpans {
  const departed = open.rules.filter(({ ruleId }) => !current.has(ruleId));
  return {
    open: { ...open, rules: open.rules.filter(({ ruleId }) => current.has(ruleId)) },
    closed: [...closed, ...departed.map(({ ruleId, span }) => ({ ruleId, span }))],
  };
}

/** Whether a run would close any span; if not, it may as well be folded in later. */
export function changesSpans(
  open: OpenSpans,
  tick: Instant,
  decisions: readonly RuleDecision[],
): boolean {
  const rules = new Map(open.rules.map((each) => [each.ruleId, each]));
  return decisions.some((decision) => {
    const rule = rules.get(decision.ruleId);
    return rule === undefined || !goesOn(rule.span, decision, tick);
  });
}

interface Tick {
  readonly tick: Instant;
  readonly decisions: readonly RuleDecision[];
}

/** A run may have parts, and a rule has one decision in all of them. */
function ticksAfter(through: Instant, runs: readonly DecisionRun[]): readonly Tick[] {
  const ticks = new Map<Instant, Map<string, RuleDecision>>();
  for (const { snapshot, decisions } of runs) {
    if (snapshot <= through) continue;
    const rules = ticks.get(snapshot) ?? new Map<string, RuleDecision>();
    ticks.set(snapshot, rules);
    for (const { decision } of decisions) {
      if (!rules.has(decision.ruleId)) rules.set(decision.ruleId, decision);
    }
  }
  return [...ticks]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([tick, rules]) => ({ tick, decisions: [...rules.values()] }));
}

interface Step {
  readonly rule: RuleSpan;
  readonly closed: Span | null;
}

function advance(before: RuleSpan | undefined, decision: RuleDecision, tick: Instant): Step {
  const { ruleId } = decision;
  const swept = decision.outcome === 'sweep' ? { lastSweepAt: tick } : {};
  if (before === undefined) {
    return { rule: { ruleId, span: spanOf(decision, tick), ...swept }, closed: null };
  }
  const { span } = before;
  if (goesOn(span, decision, tick)) {
    return { rule: { ...before, span: extended(span, decision, tick), ...swept }, closed: null };
  }
  if (isSame(span, decision)) {
    const next = { ...spanOf(decision, tick), since: span.since };
    return { rule: { ...before, span: next, ...swept }, closed: span };
  }
  const closings = closingsOn(before, dayOf(tick));
  if (closings === MAX_CLOSINGS_PER_DAY && dayOf(span.from) === dayOf(tick)) {
    const varying = extended(asVarying(span), decision, tick);
    return { rule: { ...before, span: varying, ...swept }, closed: null };
  }
  const counted = { day: dayOf(tick), count: closings + 1 };
  const rule = { ...before, span: spanOf(decision, tick), closings: counted, ...swept };
  return { rule, closed: span };
}

/** Whether a decision continues this piece of a span: what is varying varies to the end of its day, in any version. */
function goesOn(span: Span, decision: RuleDecision, tick: Instant): boolean {
  if (span.reason === 'varying') return dayOf(span.from) === dayOf(tick);
  return isSame(span, decision) && monthOf(span.from) === monthOf(tick);
}

function isSame({ reason, ruleVersion }: Span, decision: RuleDecision): boolean {
  return reason === reasonOf(decision) && ruleVersion === decision.ruleVersion;
}

function reasonOf(decision: RuleDecision): SpanReason {
  return decision.outcome === 'sweep' ? 'sweep' : decision.reason;
}

function closingsOn({ closings }: RuleSpan, day: string): number {
  return closings?.day === day ? closings.count : 0;
}

function spanOf(decision: RuleDecision, tick: Instant): Span {
  const { ruleVersion } = decision;
  const ticks = { since: tick, from: tick, until: tick };
  const none = { ruleVersion, reason: reasonOf(decision), ...ticks, count: 1, least: {}, most: {} };
  return withNumbers(none, decision.checks);
}

function extended(span: Span, decision: RuleDecision, tick: Instant): Span {
  const { reasons } = span;
  const reason = reasonOf(decision);
  return withNumbers(
    {
      ...span,
      ruleVersion: decision.ruleVersion,
      until: tick,
      count: span.count + 1,
      ...(reasons !== undefined && {
        reasons: { ...reasons, [reason]: (reasons[reason] ?? 0) + 1 },
      }),
    },
    decision.checks,
  );
}

function asVarying(span: Span): Span {
  return { ...span, reason: 'varying', reasons: { [span.reason]: span.count } };
}

function inOrder(rules: readonly RuleSpan[]): readonly RuleSpan[] {
  return [...rules].sort((left, right) => (left.ruleId < right.ruleId ? -1 : 1));
}
