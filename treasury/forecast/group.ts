import type { RuleDecision } from '../decisions/decision.ts';
import type { Lane } from '../instructions/lane.ts';
import { timetableOf } from '../policy/rule-calendars.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { World, WorldRules } from '../preview/world.ts';
import type { Timetable } from '../schedules/timetable.ts';
import type { Ticks } from '../schedules/upcoming.ts';
import { earlier, epochMsOf, type Instant, justBefore } from '../time/instant.ts';
import { type Counted, isRepeated } from './counted.ts';

/** Rules that look at the same balances and limits: what moves by one concerns the others. */
export class Group {
  /** The next snapshot to decide. */
  at: Instant;
  readonly rules: readonly SweepRule[];
  readonly currencies: ReadonlySet<string> | null;
  #last: { readonly tick: Instant; readonly decisions: readonly RuleDecision[] } | null = null;
  readonly #timetables: ReadonlyMap<string, Timetable | null>;
  /** Of rules with a timetable: when they fall next. */
  readonly #falls = new Map<string, Instant | null>();

  /** `currencies`: null if limits over several of them bind the rules. */
  constructor(
    rules: readonly SweepRule[],
    currencies: ReadonlySet<string> | null,
    { calendars = [] }: WorldRules,
    at: Instant,
  ) {
    this.rules = rules;
    this.currencies = currencies;
    this.at = at;
    this.#timetables = new Map(rules.map((rule) => [rule.id, timetableOf(rule, calendars)]));
  }

  get last(): readonly RuleDecision[] {
    return this.#last?.decisions.filter(isRepeated) ?? [];
  }

  lanesIn({ lanes }: World): readonly Lane[] {
    const all = Object.values(lanes);
    return this.currencies === null
      ? all
      : all.filter(({ currency }) => this.currencies?.has(currency));
  }

  /** Everything that its decisions may have changed, by identity: reducers make new objects. */
  stateOf(world: World): readonly unknown[] {
    const { approvalUsage, outflowUsage, tradeUsage } = world;
    return [...this.lanesIn(world), approvalUsage, outflowUsage, tradeUsage];
  }

  /** Those that a snapshot decides: on every one, fallen since the one before, or still waiting to start. */
  rulesAt(tick: Instant): readonly SweepRule[] {
    if (this.#last === null) return this.rules;
    const waiting = new Set(this.last.map(({ ruleId }) => ruleId));
    return this.rules.filter(({ id }) => {
      const falls = this.#falls.get(id);
      return !this.#falls.has(id) || waiting.has(id) || (falls != null && falls <= tick);
    });
  }

  /** Those that may do something from a moment on, before another. */
  rulesFrom(from: Instant, to: Instant): readonly string[] {
    if (from >= to) return [];
    return this.rulesAt(justBefore(to)).map(({ id }) => id);
  }

  note(decided: readonly RuleDecision[], tick: Instant): void {
    const own = new Set(this.rules.map(({ id }) => id));
    this.#last = { tick, decisions: decided.filter(({ ruleId }) => own.has(ruleId)) };
    for (const [id, timetable] of this.#timetables) {
      const falls = this.#falls.get(id);
      if (timetable === null || falls === null || (falls !== undefined && falls > tick)) continue;
      this.#falls.set(id, timetable.next(tick));
    }
  }

  /** The snapshots since the last that was decided, before another, have decided the same. */
  countRepeats(counted: Counted, { everySeconds }: Ticks, before: Instant): void {
    if (this.#last === null) return;
    const sinceMs = epochMsOf(before) - epochMsOf(this.#last.tick);
    const times = Math.ceil(sinceMs / (everySeconds * 1000)) - 1;
    if (times > 0) for (const decision of this.last) counted.repeat(decision, times);
  }

  nextFall(): Instant | null {
    return [...this.#falls.values()].reduce<Instant | null>(
      (first, each) => (first === null || each === null ? (first ?? each) : earlier(first, each)),
      null,
    );
  }
}
