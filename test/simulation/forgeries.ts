import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { SharedName } from '../../treasury/counters/counter.ts';
import type { SharedCounts } from '../../treasury/counters/shared-counts.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane, OpenInstruction } from '../../treasury/instructions/lane.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';

/** What an intruder with write access puts into the table, past every condition. */
export type Forgery =
  | { readonly kind: 'rule'; readonly item: SweepRule }
  | { readonly kind: 'calendar'; readonly item: Calendar }
  | { readonly kind: 'controls'; readonly item: Controls }
  | { readonly kind: SharedName; readonly item: SharedCounts }
  | { readonly kind: 'lane'; readonly item: Lane }
  | { readonly kind: 'instruction'; readonly item: Instruction }
  /** An instruction as Sluice itself wrote and sealed it, before it was sent or ended, and as a lane noted it. */
  | {
      readonly kind: 'put-back';
      readonly item: Instruction;
      readonly noted: { readonly currency: string; readonly open: OpenInstruction } | null;
    };

/** What was agreed to in the place of what is forged: for oracles, and for the people who change it again. */
export class Agreed {
  readonly #rules: Map<string, SweepRule>;
  readonly #calendars: Map<string, Calendar>;
  #controls: Controls | null = null;
  readonly #instructions: Map<string, Instruction>;
  readonly #overwritten: Map<string, Instruction>;
  readonly #forged: Map<string, Instruction>;
  readonly #lanes: Map<string, Lane>;
  readonly #stood: Map<string, readonly Lane[]>;

  constructor(from: Agreed | null = null) {
    this.#rules = new Map(from === null ? [] : from.#rules);
    this.#calendars = new Map(from === null ? [] : from.#calendars);
    if (from !== null) this.#controls = from.#controls;
    this.#instructions = new Map(from === null ? [] : from.#instructions);
    this.#overwritten = new Map(from === null ? [] : from.#overwritten);
    this.#forged = new Map(from === null ? [] : from.#forged);
    this.#lanes = new Map(from === null ? [] : from.#lanes);
    this.#stood = new Map(from === null ? [] : from.#stood);
  }

  /** Remembers what stands there before the first forgery of this version. */
  rememberRule(rule: SweepRule): void {
    if (this.ruleFor(rule) === rule) this.#rules.set(rule.id, rule);
  }

  rememberCalendar(calendar: Calendar): void {
    if (this.calendarFor(calendar) === calendar) this.#calendars.set(calendar.id, calendar);
  }

  rememberControls(controls: Controls): void {
    if (this.controlsFor(controls) === controls) this.#controls = controls;
  }

  /** Each is forged once. */
  rememberForged(was: Instruction, forged: Instruction): void {
    if (this.#instructions.has(was.id)) return;
    this.#instructions.set(was.id, was);
    this.#forged.set(was.id, forged);
  }

  /** Until the lane stands again as it was. */
  rememberLane(was: Lane, forged: Lane): void {
    this.#stood.set(was.currency, [...this.lanesAt(was), forged]);
    if (this.#lanes.get(was.currency) === forged) this.#lanes.delete(was.currency);
    else if (!this.#lanes.has(was.currency)) this.#lanes.set(was.currency, was);
  }

  /** The lane, and whatever else stood in its place at the same version: whoever writes the next has read one of them. */
  lanesAt(lane: Lane): readonly Lane[] {
    const stood = this.#stood.get(lane.currency) ?? [];
    const others = stood.filter((each) => each.version === lane.version && each !== lane);
    return [lane, ...others];
  }

  isForgedLane(currency: string): boolean {
    return this.#lanes.has(currency);
  }

  rememberOverwritten(ended: Instruction): void {
    if (!this.#overwritten.has(ended.id)) this.#overwritten.set(ended.id, ended);
  }

  /** An instruction as it had ended before it was put back; null if it never was. */
  overwritten(id: string): Instruction | null {
    return this.#overwritten.get(id) ?? null;
  }

  ruleFor(current: SweepRule): SweepRule {
    const kept = this.#rules.get(current.id);
    return kept?.version === current.version ? kept : current;
  }

  controlsFor(current: Controls): Controls {
    return this.#controls?.version === current.version ? this.#controls : current;
  }

  calendarFor(current: Calendar): Calendar {
    const kept = this.#calendars.get(current.id);
    return kept?.version === current.version ? kept : current;
  }

  /** The instruction as it was before it was forged; null if it never was. */
  instruction(id: string): Instruction | null {
    return this.#instructions.get(id) ?? null;
  }

  /** The instruction as it was forged; null if it never was. */
  forged(id: string): Instruction | null {
    return this.#forged.get(id) ?? null;
  }
}
