import { contentDigest } from '../../treasury/approvals/content-digest.ts';
import { decide } from '../../treasury/approvals/decide.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { BoundMeddlers } from './bound-meddlers.ts';
import type { CountIntruder } from './count-intruder.ts';
import { changedCalendar, drawCutOff } from './days.ts';
import type { Forgery } from './forgeries.ts';
import type { Functions } from './functions.ts';
import type { PolicyMakers } from './policy-makers.ts';
import type { Random } from './random.ts';
import { drawSplit } from './splits.ts';
import { textOf, unitsOf } from './units.ts';
import { TENANT, type World } from './world.ts';

/** Milliseconds within which they act once something is proposed: most is claimed within about these. */
const MEDDLING_MS = 1_500;
/** The same before the sender has read it. */
const FORGING_MS = 300;
/** Milliseconds after which what was forged is put back: some ticks. */
const PUT_BACK_MS = 150_000;
/** Milliseconds between an act and the one that is to fall between two parts of a run. */
const BETWEEN_PARTS_MS = 4_000;

/** What is under way still is not put back: the intruder would only take away the record by which people settle it. */
const ENDED: ReadonlySet<string> = new Set(['confirmed', 'cancelled', 'not-sent', 'released']);

/** What a world has that its meddlers reach for; each acts by a chance of its own, so that other worlds stay as they are. */
export interface Reach {
  readonly splits: boolean;
  readonly days: boolean;
  /** Floors, or limits over several currencies. */
  readonly bounds: boolean;
  /** An intruder has write access to the table. */
  readonly forges: boolean;
  /** An intruder has it too, and writes only what limits count. */
  readonly lowersCounts: boolean;
}

/**
 * People who act just when money is about to leave by a rule that splits, keeps to calendars or rests on floors and limits: an
 * approver who ends one part, an operator who has all parts delivered at once, policy that changes between two parts, floors
 * and limits that move, and an intruder who writes past Sluice into the table.
 */
export class Meddlers {
  readonly #world: World;
  readonly #functions: Functions;
  readonly #policyMakers: PolicyMakers;
  readonly #reach: Reach;
  readonly #random: Random;
  readonly #bounds: BoundMeddlers;
  readonly #intruder: CountIntruder;
  #acts = 0;

  constructor(
    world: World,
    functions: Functions,
    policyMakers: PolicyMakers,
    reach: Reach,
    random: Random,
    intruder: CountIntruder,
  ) {
    this.#world = world;
    this.#functions = functions;
    this.#policyMakers = policyMakers;
    this.#reach = reach;
    this.#random = random;
    this.#bounds = new BoundMeddlers(world, functions, policyMakers, random, intruder);
    this.#intruder = intruder;
  }

  /** An instruction may be sent from now on. */
  approved(instruction: Instruction): void {
    const { splits, days, bounds, forges, lowersCounts } = this.#reach;
    if (splits && instruction.origin.kind === 'sweep' && instruction.origin.split !== undefined) {
      this.#maybe(0.12, BETWEEN_PARTS_MS, () => this.#end(instruction.id));
      this.#maybe(0.15, BETWEEN_PARTS_MS, () => this.#deliverAll(instruction));
      this.#maybe(0.06, BETWEEN_PARTS_MS, () => this.#divideOtherwise(instruction));
    }
    if (days) {
      this.#maybe(0.2, MEDDLING_MS, () => this.#changeCalendar());
      this.#maybe(0.05, MEDDLING_MS, () => this.#moveCutOff(instruction));
    }
    if (bounds) this.#bounds.approved(instruction, { forges, lowersCounts });
    if (forges) {
      this.#maybe(0.5, FORGING_MS, () => this.#forge(instruction.id));
      this.#maybe(0.2, MEDDLING_MS, () => this.#forgePolicy(instruction));
      this.#keepForLater(instruction);
    }
  }

  /** Calendars also change when nothing is about to leave: between two days, after the sweeps of the first. */
  tick(): void {
    if (this.#reach.days) this.#maybe(0.08, MEDDLING_MS, () => this.#changeCalendar());
    if (this.#reach.bounds) this.#bounds.tick();
    if (this.#reach.lowersCounts) this.#intruder.tick();
  }

  #maybe(likely: number, withinMs: number, act: () => void): void {
    if (!this.#random.chance(likely)) return;
    this.#world.scheduler.after(this.#random.between(0, withinMs), act);
  }

  /** One person alone cancels a part, or declines it where it waits again. */
  #end(id: string): void {
    const instruction = this.#world.table.instruction(id);
    if (instruction === null) return;
    const waits = instruction.status.state === 'awaiting-approval';
    this.#acts += 1;
    const requestId = `meddler-${this.#acts}`;
    this.#functions.people('eve', (ports) =>
      decide(ports, {
        tenant: TENANT,
        instructionId: id,
        by: 'eve',
        decision: waits ? 'decline' : 'cancel',
        content: contentDigest(instruction),
        comment: 'not this one',
        requestId,
      }),
    );
  }

  /** An operator has every part of the run delivered again, all at one moment. */
  #deliverAll({ origin }: Instruction): void {
    if (origin.kind !== 'sweep') return;
    this.#world.coverage.fault('all parts delivered at once');
    for (const { instructionId: id } of origin.split?.parts ?? []) {
      this.#functions.send({ id, kind: 'withdrawal' });
    }
  }

  #divideOtherwise({ origin }: Instruction): void {
    const rule = this.#ruleOf(origin);
    if (rule?.split === undefined) return;
    const accounts = [...this.#world.service.accounts.values()];
    // As an API would: a field of a later version stays.
    this.#putRule({
      ...rule,
      split: { ...rule.split, ...drawSplit(rule, accounts, this.#random) },
    });
  }

  #moveCutOff({ origin }: Instruction): void {
    const rule = this.#ruleOf(origin);
    if (rule?.cutOff !== undefined)
      this.#putRule({
        ...rule,
        cutOff: { ...rule.cutOff, ...drawCutOff(this.#random, this.#world.scheduler.nowMs) },
      });
  }

  #ruleOf(origin: Instruction['origin']): SweepRule | null {
    return origin.kind === 'sweep' ? this.#world.table.agreedRule(origin.ruleId) : null;
  }

  #putRule(rule: SweepRule): void {
    this.#policyMakers.put({ kind: 'put-rule', rule: { ...rule, version: rule.version + 1 } });
  }

  #changeCalendar(): void {
    const { table, scheduler } = this.#world;
    const { calendars = [] } = table.policy();
    if (calendars.length === 0) return;
    const agreed = table.agreedCalendar(this.#random.pick(calendars).id);
    if (agreed === null) return;
    const at = instantOf(scheduler.nowMs);
    const calendar = changedCalendar(agreed, this.#random, at.slice(0, 10), at);
    this.#policyMakers.put({ kind: 'put-calendar', calendar });
  }

  /** More, to another account, or as another part: in the table itself, below the seal. */
  #forge(id: string): void {
    const { table, coverage } = this.#world;
    const instruction = table.instruction(id);
    const forged = instruction === null ? null : this.#forged(instruction);
    if (forged === null) return;
    coverage.fault('an instruction is forged');
    table.forge({ kind: 'instruction', item: forged });
  }

  #forged(instruction: Instruction): Instruction | null {
    const { content, origin, status } = instruction;
    if (status.state !== 'approved' || content.kind !== 'withdrawal') return null;
    const { service } = this.#world;
    const other = [...service.accounts.values()].find(
      ({ id, currency }) => currency === content.currency && id !== content.withdrawalAccountId,
    );
    const doubled = textOf(2n * unitsOf(content.amount));
    const split = origin.kind === 'sweep' ? origin.split : undefined;
    const ways: readonly Instruction[] = [
      { ...instruction, content: { ...content, amount: doubled } },
      ...(other === undefined
        ? []
        : [{ ...instruction, content: { ...content, withdrawalAccountId: other.id } }]),
      ...(origin.kind !== 'sweep' || split === undefined
        ? []
        : asAnotherPart(instruction, { ...origin, split })),
    ];
    return this.#random.pick(ways);
  }

  /**
   * The very item that was approved, whose seal still holds, stands there again after it was sent or ended. The table's stream
   * delivers it to the sender.
   */
  #keepForLater(approved: Instruction): void {
    const lane = this.#world.table.lanes().find(({ open }) => Object.hasOwn(open, approved.id));
    const open = lane?.open[approved.id];
    const noted =
      open === undefined || lane === undefined ? null : { currency: lane.currency, open };
    this.#maybe(0.5, PUT_BACK_MS, () => this.#putBack(approved, noted));
  }

  #putBack(approved: Instruction, noted: (Forgery & { readonly kind: 'put-back' })['noted']): void {
    const { table, coverage } = this.#world;
    const state = table.instruction(approved.id)?.status.state;
    if (state === undefined || !ENDED.has(state)) return;
    coverage.fault('an instruction is put back');
    table.forge({ kind: 'put-back', item: approved, noted });
    const kind = approved.content.kind === 'trade' ? 'trade' : 'withdrawal';
    this.#functions.send({ id: approved.id, kind });
  }

  /** A rule without its cut-off, with its parts the other way round, that keeps nothing; a calendar without closed days. */
  #forgePolicy({ origin }: Instruction): void {
    const { table, coverage, scheduler } = this.#world;
    const rule = this.#ruleOf(origin);
    const calendar = table.agreedCalendar(rule?.calendars?.[0] ?? '');
    if (rule === null) return;
    coverage.fault('policy is forged');
    if (calendar !== null && this.#random.chance(0.5)) {
      table.forge({ kind: 'calendar', item: { ...calendar, weekend: [], holidays: [] } });
    } else {
      table.forge({ kind: 'rule', item: this.#forgedRule(rule) });
    }
    // Traces are wiped: what people agreed to stands there again, unless it has changed since.
    scheduler.after(PUT_BACK_MS, () => {
      const [now, days] = [table.agreedRule(rule.id), table.agreedCalendar(calendar?.id ?? '')];
      if (now !== null) table.forge({ kind: 'rule', item: now });
      if (days !== null) table.forge({ kind: 'calendar', item: days });
    });
  }

  #forgedRule({ cutOff: _, calendars: __, ...rule }: SweepRule): SweepRule {
    const { split } = rule;
    if (split?.kind !== 'weights') return { ...rule, keep: '0' };
    const percents = split.parts.map(({ percent }) => percent).reverse();
    const parts = split.parts.map((part, index) => ({ ...part, percent: percents[index] ?? '0' }));
    return { ...rule, split: { ...split, parts } };
  }
}

type Sweep = Instruction['origin'] & { readonly kind: 'sweep' };

function asAnotherPart(
  instruction: Instruction,
  origin: Sweep & { readonly split: NonNullable<Sweep['split']> },
): readonly Instruction[] {
  const { split } = origin;
  const { split: _, ...whole } = origin;
  const part = (split.part % split.of) + 1;
  return [
    { ...instruction, origin: whole },
    { ...instruction, origin: { ...origin, split: { ...split, part } } },
    {
      ...instruction,
      origin: { ...origin, split: { ...split, total: textOf(2n * unitsOf(split.total)) } },
    },
  ];
}
