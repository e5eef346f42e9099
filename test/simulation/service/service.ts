import type { TradeRequest, WithdrawalRequest } from '../../../treasury/outcomes/outcome.ts';
import type { Random } from '../random.ts';
import type { Scheduler } from '../scheduler.ts';
import { textOf, timesOf, unitsOf } from '../units.ts';
import { type AmountManner, AS_ASKED, statedOf, takenOf } from './amounts.ts';
import { type BookingManner, Bookings } from './booking.ts';
import { LeftOut, type ListingManner, NOTHING_LEFT_OUT } from './left-out.ts';
import { type Outflow, stillMistaken } from './mistaken-bookings.ts';
import type { Silence } from './places.ts';

/** From the reading that a POST was sized on to its execution: sendBy, a late receipt and late execution within the bound. */
const READING_TO_EXECUTION_MS = 400_000;

/** As long as a rise that no booking explains is in doubt (RISE_DOUBT_SECONDS of the treasury). */
const DOUBT_MS = 900_000;

/** A withdrawal account as the service has it; what the ledger says of it may differ. */
export interface ServiceAccount {
  readonly id: string;
  readonly currency: string;
  readonly network: string;
}

export type ServiceRequest =
  | ({ readonly kind: 'withdrawal' } & Omit<WithdrawalRequest, 'currency'>)
  | ({ readonly kind: 'trade' } & TradeRequest);

/** What was executed, as the service's own list would show it. */
export interface Execution {
  readonly id: string;
  readonly instructionId: string;
  readonly request: ServiceRequest;
  readonly createdAt: string;
  readonly atMs: number;
  /** What came and went by it, by currency; the fee is in it. */
  readonly flows: Flows;
  /** Units of a withdrawal as answers state them; null: of a trade. */
  readonly stated: bigint | null;
  /** Whether answers say where a withdrawal went. */
  readonly statesPlace: boolean;
}

/** Whoever wants to know of everything the service does, at the moment it does it. */
export interface ServiceObserver {
  readonly received: (instructionId: string, request: ServiceRequest) => void;
  /** `before` is what the books held of each currency right before it. */
  readonly executed: (execution: Execution, before: ReadonlyMap<string, bigint>) => void;
}

/** Money that came or went by other hands. */
export interface Movement {
  readonly currency: string;
  readonly units: bigint;
  readonly atMs: number;
}

/** In cents. */
export interface PriceRange {
  readonly lowest: number;
  readonly highest: number;
}

/** How a price comes that does not come by its instrument alone: `percent` of the true one, that way. */
export interface OtherWay {
  readonly by: 'nothing' | 'inverse' | 'inverse-beside' | 'crossed';
  readonly percent: number;
}

/**
 * The books of the simulated service, and what it shows of them: the one is the truth, the other may be late. It knows nothing of sendBy and of nothing twice: whatever it is
 * sent, it does. `instructionId` is the simulation's own thread, which no request carries.
 */
export class SimulatedService {
  /** The truth: for the service itself and for oracles, never for a client. */
  readonly balances = new Map<string, bigint>();
  /** What came and went by other hands, oldest first. */
  readonly movements: Movement[] = [];
  /** What was taken on top of withdrawals, per currency. */
  readonly fees = new Map<string, bigint>();
  readonly bookings: Bookings;
  readonly accounts = new Map<string, ServiceAccount>();
  /** How it deals with the amounts of withdrawals. */
  amounts: AmountManner = AS_ASKED;
  /** How often its answers do not say where a withdrawal went; null: they always do. */
  silence: Silence | null = null;
  readonly executions: Execution[] = [];
  /** Instructions whose money really went to another place than the registered one. */
  readonly sentElsewhere = new Set<string>();
  /** Instructions whose answer differs from what was asked for in its amount alone. */
  readonly answeredPlainly = new Set<string>();
  readonly #byInstruction = new Map<string, Execution[]>();
  /** What its executions took, by currency, oldest first. */
  readonly #outflows = new Map<string, readonly Outflow[]>();
  /** Requests received that may still be executed. */
  readonly #pending = new Map<string, number>();
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #observer: ServiceObserver;
  #prices = new Map<string, number>();
  readonly #ranges = new Map<string, PriceRange>();
  readonly #told = new Map<string, number>();
  #leftOut = new LeftOut(NOTHING_LEFT_OUT, null);
  /** By the body of an answer with balances: what it lists. */
  readonly #listed = new Map<string, ReadonlySet<string>>();
  /** The same: what it leaves out although it is held; nothing if it was ever whole. */
  readonly #left = new Map<string, ReadonlySet<string>>();
  readonly #ways = new Map<string, OtherWay>();

  constructor(
    scheduler: Scheduler,
    random: Random,
    manner: BookingManner,
    observer: ServiceObserver,
  ) {
    this.bookings = new Bookings(manner, scheduler);
    this.#scheduler = scheduler;
    this.#random = random;
    this.#observer = observer;
  }

  /** By the true clock. */
  get nowMs(): number {
    return this.#scheduler.nowMs;
  }

  setPrice(instrument: string, cents: number): void {
    this.#prices.set(instrument, cents);
    const { lowest, highest } = this.#ranges.get(instrument) ?? { lowest: cents, highest: cents };
    const range = { lowest: Math.min(lowest, cents), highest: Math.max(highest, cents) };
    this.#ranges.set(instrument, range);
  }

  /** The lowest and the highest true mid price so far, in cents. */
  rangeOf(instrument: string): PriceRange | null {
    return this.#ranges.get(instrument) ?? null;
  }

  /** From now on the price that is told is so many percent of the true one. */
  tellPrice(instrument: string, percent: number): void {
    this.#told.set(instrument, percent);
  }

  /** From now on the price comes another way; null: as usual again. */
  tellBy(instrument: string, way: OtherWay | null): void {
    if (way === null) this.#ways.delete(instrument);
    else this.#ways.set(instrument, way);
  }

  /** The true mid price. */
  priceOf(instrument: string): string {
    return inText(this.#prices.get(instrument) ?? 0);
  }

  /** Every price a little up or down. */
  movePrices(): void {
    for (const [instrument, cents] of this.#prices) {
      this.setPrice(instrument, Math.max(100, cents + this.#random.between(-50, 50) * 100));
    }
  }

  /** The body of GET /v1/prices; mid price in cents, spread of two. */
  pricesBody(): string {
    const prices = [...this.#prices].flatMap(([instrument, mid]) => {
      const cents = Math.round((mid * (this.#told.get(instrument) ?? 100)) / 100);
      const usual = { [instrument]: { bid: inText(cents - 1), ask: inText(cents + 1) } };
      const way = this.#ways.get(instrument);
      return Object.entries(way === undefined ? usual : otherEntries(instrument, mid, usual, way));
    });
    return JSON.stringify(Object.fromEntries(prices));
  }

  /**
   * The body of GET /v1/balances; most services of these worlds do not list a currency with nothing in it. Where the available balance goes
   * ahead of the total, both are shown.
   */
  balancesBody(): string {
    const { replicaLagMs, totalLagMs } = this.bookings.manner;
    const hidden = this.bookings.notShown(replicaLagMs > 0 && this.#random.chance(0.5));
    const shown = [...this.balances].map(([code, units]) => {
      const { available, total } = hidden.get(code) ?? { available: 0n, total: 0n };
      return { code, available: atLeastZero(units - available), total: atLeastZero(units - total) };
    });
    const { zeros } = this.#leftOut.manner;
    const held = shown.filter(({ available, total }) => available > 0n || total > 0n);
    const leftOut = this.#leftOut.next(held.map(({ code }) => code));
    const listed = (zeros === 'listed' ? shown : held).filter(({ code }) => !leftOut.has(code));
    const entries = listed.map(({ code, available, total }) => [
      code,
      totalLagMs > 0 ? { total: textOf(total), available: textOf(available) } : textOf(total),
    ]);
    const body = JSON.stringify(Object.fromEntries(entries));
    const before = this.#left.get(body) ?? leftOut;
    this.#left.set(body, new Set([...leftOut].filter((code) => before.has(code))));
    this.#listed.set(body, new Set(listed.map(({ code }) => code)));
    return body;
  }

  /** What its answers leave out, from now on. */
  leaveOut(leftOut: LeftOut): void {
    this.#leftOut = leftOut;
  }

  get listing(): ListingManner {
    return this.#leftOut.manner;
  }

  /** Every answer is whole, from now on. */
  leaveNothingOut(): void {
    this.#leftOut.end();
  }

  /** The currencies that an answer with balances lists; null if it is none of its answers. */
  listedIn(body: string): ReadonlySet<string> | null {
    return this.#listed.get(body) ?? null;
  }

  /** The currencies that an answer with balances leaves out although they are held. */
  leftOutOf(body: string): ReadonlySet<string> {
    return this.#left.get(body) ?? new Set();
  }

  /** What others took and Sluice may still take for a booking, or that comes between a reading and a POST. */
  takenByOthersLately(currency: string): bigint {
    const { delayMs, totalLagMs, replicaLagMs } = this.bookings.manner;
    const bookingMs = delayMs + totalLagMs + replicaLagMs + READING_TO_EXECUTION_MS;
    const now = this.#scheduler.nowMs;
    // The one that is judged has just been executed.
    const own = (this.#outflows.get(currency) ?? []).filter(({ atMs }) => atMs < now);
    return this.#looksLikeBookings(currency)
      .map((fall) => stillMistaken(fall, own, bookingMs, now))
      .reduce((sum, units) => sum + units, 0n);
  }

  /**
   * Falls that are no booking: debits of others (assumption 10), and, where bookings show later than a rise is in doubt, a
   * replica that is behind and lacks an inflow (assumption 11).
   */
  #looksLikeBookings(currency: string): readonly Outflow[] {
    const { delayMs, replicaLagMs, replicaShowsDeposits } = this.bookings.manner;
    const moved = this.movements.filter((each) => each.currency === currency);
    const debits = moved.filter(({ units }) => units < 0n);
    const falls = debits.map(({ units, atMs }) => ({ units: -units, atMs }));
    const isDeceptive = replicaLagMs > 0 && !replicaShowsDeposits && delayMs > DOUBT_MS;
    return isDeceptive ? [...falls, ...moved.filter(({ units }) => units > 0n)] : falls;
  }

  /** Money comes or goes by other hands. */
  move(currency: string, units: bigint): void {
    this.#change(currency, units);
    this.movements.push({ currency, units, atMs: this.#scheduler.nowMs });
    this.bookings.moved(currency, units);
  }

  /** What the books hold at the start. */
  open(currency: string, units: bigint): void {
    this.#change(currency, units);
  }

  #change(currency: string, units: bigint): void {
    this.balances.set(currency, (this.balances.get(currency) ?? 0n) + units);
  }

  executionsOf(instructionId: string): readonly Execution[] {
    return this.#byInstruction.get(instructionId) ?? [];
  }

  mayStillExecute(instructionId: string): boolean {
    return (this.#pending.get(instructionId) ?? 0) > 0;
  }

  /** Trades that were executed since a claim of this moment may have read the balances. */
  tradedLately(): readonly Execution[] {
    const fromMs = this.#scheduler.nowMs - READING_TO_EXECUTION_MS;
    return this.executions.filter(
      ({ request, atMs }) => request.kind === 'trade' && atMs >= fromMs,
    );
  }

  /** Whether anything that was received may still be executed. */
  anythingPending(): boolean {
    return [...this.#pending.values()].some((requests) => requests > 0);
  }

  /** A request arrives, whole. What becomes of it is the caller's to say. */
  receive(instructionId: string, request: ServiceRequest): void {
    this.#observer.received(instructionId, request);
  }

  /** Executes now; null where the balance does not carry it or the account is not known. */
  execute(
    instructionId: string,
    request: ServiceRequest,
    statesPlace = this.silence?.next() !== true,
  ): Execution | null {
    const flows = this.#flowsOf(request);
    if (flows === null) return null;
    const before = new Map(this.balances);
    for (const [currency, units] of flows) {
      this.#change(currency, units);
      this.bookings.executed(currency, units);
      if (units < 0n) this.#noteOutflow(currency, -units);
    }
    this.#takeNoteOf(request, flows);
    const execution = {
      id: this.#uuid(),
      instructionId,
      request,
      createdAt: new Date(this.#scheduler.nowMs).toISOString(),
      atMs: this.#scheduler.nowMs,
      flows,
      stated: this.statedOf(request),
      statesPlace,
    };
    this.executions.push(execution);
    this.#byInstruction.set(instructionId, [...this.executionsOf(instructionId), execution]);
    this.#observer.executed(execution, before);
    return execution;
  }

  /** Units that an answer states; null: of a trade. */
  statedOf(request: ServiceRequest): bigint | null {
    return request.kind === 'withdrawal' ? statedOf(this.amounts, unitsOf(request.amount)) : null;
  }

  #noteOutflow(currency: string, units: bigint): void {
    const before = this.#outflows.get(currency) ?? [];
    this.#outflows.set(currency, [...before, { units, atMs: this.#scheduler.nowMs }]);
  }

  /** The fee that is part of what left, and the deposit that comes with the booking and hides it. */
  #takeNoteOf(request: ServiceRequest, flows: Flows): void {
    if (request.kind !== 'withdrawal') return;
    const { hidden, delayMs } = this.bookings.manner;
    for (const [currency, units] of flows) {
      const fee = -units - takenOf(this.amounts, unitsOf(request.amount));
      this.fees.set(currency, (this.fees.get(currency) ?? 0n) + fee);
      if (!this.#random.chance(hidden)) continue;
      this.#scheduler.after(delayMs, () => this.move(currency, -units));
    }
  }

  executeLate(instructionId: string, request: ServiceRequest, delayMs: number): void {
    this.#pending.set(instructionId, (this.#pending.get(instructionId) ?? 0) + 1);
    this.#scheduler.after(delayMs, () => {
      this.#pending.set(instructionId, (this.#pending.get(instructionId) ?? 0) - 1);
      this.execute(instructionId, request);
    });
  }

  /** Whether the balances of this moment carry a request. */
  carries(request: ServiceRequest): boolean {
    return this.#flowsOf(request) !== null;
  }

  #flowsOf(request: ServiceRequest): Flows | null {
    const { feePerMille } = this.bookings.manner;
    const flows = flowsOf(request, this.accounts, this.amounts, feePerMille);
    if (flows === null) return null;
    const carried = flows.every(([code, units]) => (this.balances.get(code) ?? 0n) + units >= 0n);
    return carried ? flows : null;
  }

  #uuid(): string {
    const hex = (digits: number) =>
      Math.floor(this.#random.next() * 16 ** digits)
        .toString(16)
        .padStart(digits, '0');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(8)}${hex(4)}`;
  }
}

type Flows = readonly (readonly [string, bigint])[];

function flowsOf(
  request: ServiceRequest,
  accounts: ReadonlyMap<string, ServiceAccount>,
  amounts: AmountManner,
  feePerMille: bigint,
): Flows | null {
  if (request.kind === 'withdrawal') {
    const account = accounts.get(request.withdrawalAccountId);
    if (account === undefined) return null;
    const amount = takenOf(amounts, unitsOf(request.amount));
    return [[account.currency, -(amount + (amount * feePerMille) / 1_000n)]];
  }
  const [base = '', quote = ''] = request.instrument.split('/');
  const [amount, cost] = [
    unitsOf(request.amount),
    timesOf(request.price, request.amount, request.side),
  ];
  return request.side === 'buy'
    ? [
        [base, amount],
        [quote, -cost],
      ]
    : [
        [base, -amount],
        [quote, cost],
      ];
}

type Entries = Readonly<Record<string, { readonly bid: string; readonly ask: string }>>;

function otherEntries(
  instrument: string,
  mid: number,
  usual: Entries,
  { by, percent }: OtherWay,
): Entries {
  const [base = '', quote = ''] = instrument.split('/');
  const cents = Math.round((mid * percent) / 100);
  const inverse = { bid: inverseText(cents + 1), ask: inverseText(cents - 1) };
  switch (by) {
    case 'nothing':
      return {};
    case 'inverse':
      return { [`${quote}/${base}`]: inverse };
    case 'inverse-beside':
      return { ...usual, [`${quote}/${base}`]: inverse };
    case 'crossed':
      return {
        [`${base}/EUR`]: { bid: inText(cents - 1), ask: inText(cents + 1) },
        [`EUR/${quote}`]: { bid: '1', ask: '1' },
      };
    default:
      return by satisfies never;
  }
}

function inverseText(cents: number): string {
  return (100 / cents).toFixed(16);
}

function atLeastZero(units: bigint): bigint {
  return units > 0n ? units : 0n;
}

function inText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
