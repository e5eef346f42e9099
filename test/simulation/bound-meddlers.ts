import type { Counted } from '../../treasury/counters/counts.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { accountKey } from '../../treasury/policy/registered-account.ts';
import type { CountIntruder } from './count-intruder.ts';
import type { Functions } from './functions.ts';
import type { PolicyMakers } from './policy-makers.ts';
import type { Random } from './random.ts';
import type { SimulatedTable } from './table.ts';
import { textOf, timesOf, unitsOf, wholeUnitsOf } from './units.ts';
import type { World } from './world.ts';

/** Milliseconds within which they act once something is proposed: most is claimed within about these. */
const MEDDLING_MS = 1_500;
/** The same before who sends has read what limits count. */
const FORGING_MS = 300;
/** The same before either sender of two currencies has looked. */
const RACING_MS = 30;
/** Milliseconds after which two senders begin at once. */
const DELIVERED_MS = 150;
/** Milliseconds after which what was moved, or forged, is put back: some ticks. */
const PUT_BACK_MS = 150_000;

/** Chance of a tick that money arrives in both of these, up to what the rules of them sweep without an approval. */
const BOTH_ARRIVE = 0.35;
const ARRIVING = [
  ['BTC', '3.1'],
  ['ETH', '11.3'],
] as const;

/** Something that leaves, in its currency and in the reporting currency. */
interface Piece {
  readonly accountId: string;
  readonly currency: string;
  readonly units: bigint;
  readonly value: bigint;
}

/** Before who sends has looked, or while it looks. */
type When = 'at once' | 'soon';

type Limits = NonNullable<Controls['withdrawalLimits']>;

/**
 * People who move floors and limits over several currencies just when money is about to leave: so that it does not fit any
 * more, or so that of two currencies each fits alone and not both. And an intruder who lowers what the limits count.
 */
export class BoundMeddlers {
  readonly #world: World;
  readonly #functions: Functions;
  readonly #policyMakers: PolicyMakers;
  readonly #random: Random;
  readonly #intruder: CountIntruder;

  constructor(
    world: World,
    functions: Functions,
    policyMakers: PolicyMakers,
    random: Random,
    intruder: CountIntruder,
  ) {
    this.#intruder = intruder;
    this.#world = world;
    this.#functions = functions;
    this.#policyMakers = policyMakers;
    this.#random = random;
  }

  approved(
    instruction: Instruction,
    { forges, lowersCounts }: { readonly forges: boolean; readonly lowersCounts: boolean },
  ): void {
    const piece = this.#pieceOf(instruction);
    if (piece === null) return;
    this.#maybe(0.2, MEDDLING_MS, () => this.#raiseFloor(this.#lessThan(piece.value)));
    this.#maybe(0.2, MEDDLING_MS, () => this.#lowerLimit(piece));
    this.#maybe(0.6, RACING_MS, () => this.#leaveRoomForOne(instruction, piece));
    if (forges) this.#maybe(0.15, FORGING_MS, () => this.#intruder.lowerOutflows());
    if (lowersCounts) this.#intruder.look();
    if (lowersCounts) this.#maybe(0.6, FORGING_MS, () => this.#makeRoomByForgery(piece));
  }

  /** Money arrives in two currencies at once, so that both have a surplus on one snapshot. */
  tick(): void {
    const { service, faultProfile } = this.#world;
    // A deposit would hide what a liar executes (assumption 3).
    if (faultProfile.liar || !this.#random.chance(BOTH_ARRIVE)) return;
    for (const [currency, least] of ARRIVING) {
      const missing = unitsOf(least) - (service.balances.get(currency) ?? 0n);
      if (missing > 0n) service.move(currency, missing + BigInt(this.#random.between(1, 9_999)));
    }
  }

  #maybe(likely: number, withinMs: number, act: () => void): void {
    if (!this.#random.chance(likely)) return;
    this.#world.scheduler.after(this.#random.between(0, withinMs), act);
  }

  /** A room that the piece does not fit into. */
  #lessThan(units: bigint): bigint {
    return (units * BigInt(this.#random.between(0, 90))) / 100n;
  }

  /** Two senders see the same room, which is enough for either of them. */
  #leaveRoomForOne({ id }: Instruction, piece: Piece): void {
    const others = [...this.#world.table.instructions()].flatMap((each) => {
      const other = each.id === id || each.status.state !== 'approved' ? null : this.#pieceOf(each);
      return other === null || other.currency === piece.currency ? [] : [{ ...other, id: each.id }];
    });
    const [other] = others;
    if (other === undefined) return;
    const [less, more] =
      piece.value < other.value ? [piece.value, other.value] : [other.value, piece.value];
    const room = more + (less * BigInt(this.#random.between(5, 80))) / 100n;
    const { liquidityFloor, withdrawalLimits } = this.#world.table.controls ?? {};
    const ways = [
      ...(liquidityFloor?.total === undefined ? [] : (['floor'] as const)),
      ...(withdrawalLimits?.per24Hours === undefined ? [] : (['day', 'day'] as const)),
      ...(withdrawalLimits?.counterparties === undefined ? [] : (['counterparty'] as const)),
    ];
    if (ways.length === 0) return;
    this.#world.coverage.fault('room for one of two currencies');
    const way = this.#random.pick(ways);
    if (way === 'floor') this.#raiseFloor(room, 'at once');
    else this.#lowerValueLimit(way, room, 'at once');
    // An operator has both delivered at one moment, once it stands.
    this.#world.scheduler.after(this.#random.between(50, DELIVERED_MS), () => {
      for (const each of [id, other.id]) this.#functions.send({ id: each, kind: 'withdrawal' });
    });
  }

  #lowerLimit(piece: Piece): void {
    const way = this.#random.pick(['account', 'day', 'counterparty'] as const);
    if (way === 'account') this.#lowerAccountLimit(piece);
    else this.#lowerValueLimit(way, this.#lessThan(piece.value));
  }

  /** One person lowers what may leave to an account in a day; later two raise it again. */
  #lowerAccountLimit({ accountId, units }: Piece): void {
    const { table, scheduler, coverage } = this.#world;
    const account = table.account(accountId);
    const was = account?.limits?.per24Hours;
    if (account === null || was === undefined) return;
    const spent = spentIn(
      table,
      ({ counter }) => counter.kind === 'account' && counter.of === accountKey(accountId),
    );
    const per24Hours = spent + this.#lessThan(units);
    if (per24Hours <= 0n || per24Hours >= unitsOf(was)) return;
    coverage.fault('the limit of an account is lowered');
    const put = (cap: string) => {
      const now = table.account(accountId);
      if (now === null) return;
      const limits = { ...now.limits, per24Hours: cap };
      this.#policyMakers.put({
        kind: 'put-account',
        account: { ...now, limits, version: now.version + 1 },
      });
    };
    put(textOf(per24Hours));
    scheduler.after(PUT_BACK_MS, () => put(was));
  }

  /** The same of a counterparty, or of everything in a day. */
  #lowerValueLimit(way: 'day' | 'counterparty', room: bigint, when: When = 'soon'): void {
    const { table, scheduler, coverage } = this.#world;
    const was = table.controls?.withdrawalLimits;
    if (was === undefined) return;
    const kind = way === 'day' ? 'outflow' : 'counterparty';
    const spent = spentIn(table, ({ counter }) => counter.kind === kind);
    const cap = way === 'day' ? was.per24Hours : was.counterparties?.[0]?.per24Hours;
    const lowered = spent + room;
    if (cap === undefined || lowered <= 0n || lowered >= unitsOf(cap)) return;
    coverage.fault(
      way === 'day' ? 'the limit of a day is lowered' : 'the limit of a counterparty is lowered',
    );
    this.#putLimits(withLimit(was, way, textOf(lowered)), when);
    scheduler.after(PUT_BACK_MS, () => this.#putLimits(was));
  }

  #putLimits(withdrawalLimits: Limits, when: When = 'soon'): void {
    const { controls } = this.#world.table;
    if (controls === null) return;
    const version = controls.version + 1;
    const controlsThen = { ...controls, withdrawalLimits, version };
    const change = { kind: 'put-controls', controls: controlsThen } as const;
    if (when === 'at once') this.#policyMakers.putAtOnce(change);
    else this.#policyMakers.put(change);
  }

  /** One person raises the floor over everything, so that so much is left above it; later two lower it. */
  #raiseFloor(room: bigint, when: When = 'soon'): void {
    const { table, scheduler, coverage } = this.#world;
    const was = table.controls?.liquidityFloor;
    if (was?.total === undefined) return;
    const raised = this.#worth() - room;
    if (raised <= unitsOf(was.total)) return;
    coverage.fault('a floor is raised');
    this.#putFloor({ ...was, total: textOf(raised) }, when);
    scheduler.after(PUT_BACK_MS, () => this.#putFloor(was));
  }

  #putFloor(liquidityFloor: NonNullable<Controls['liquidityFloor']>, when: When = 'soon'): void {
    const { controls } = this.#world.table;
    if (controls === null) return;
    const version = controls.version + 1;
    const controlsThen = { ...controls, liquidityFloor, version };
    const change = { kind: 'put-controls', controls: controlsThen } as const;
    if (when === 'at once') this.#policyMakers.putAtOnce(change);
    else this.#policyMakers.put(change);
  }

  /** Where people leave too little room for the piece, what limits count is all that stands in its way. */
  #makeRoomByForgery(piece: Piece): void {
    if (this.#random.chance(0.7)) {
      const way = this.#random.pick(['day', 'counterparty'] as const);
      this.#lowerValueLimit(way, this.#lessThan(piece.value), 'at once');
    }
    this.#intruder.lower();
  }

  #pieceOf({ content }: Instruction): Piece | null {
    if (content.kind !== 'withdrawal') return null;
    const { currency, amount, withdrawalAccountId: accountId } = content;
    const value = timesOf(this.#priceOf(currency), amount, 'sell');
    return { accountId, currency, units: unitsOf(amount), value };
  }

  /** Everything that the service holds, at its prices. */
  #worth(): bigint {
    const { balances } = this.#world.service;
    return [...balances].reduce(
      (sum, [currency, units]) => sum + timesOf(this.#priceOf(currency), textOf(units), 'sell'),
      0n,
    );
  }

  #priceOf(currency: string): string {
    return currency === 'USD' ? '1' : this.#world.service.priceOf(`${currency}/USD`);
  }
}

function spentIn(table: SimulatedTable, isMeant: (counted: Counted) => boolean): bigint {
  const hours = table.counts('outflow-usage')?.counts.find(isMeant)?.hours ?? {};
  return Object.values(hours).reduce((sum, each) => sum + wholeUnitsOf(each), 0n);
}

function withLimit(was: Limits, way: 'day' | 'counterparty', per24Hours: string): Limits {
  if (way === 'day') return { ...was, per24Hours };
  const [first, ...others] = was.counterparties ?? [];
  return first === undefined
    ? was
    : { ...was, counterparties: [{ ...first, per24Hours }, ...others] };
}
