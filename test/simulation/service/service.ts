import type { TradeRequest, WithdrawalRequest } from '../../../treasury/outcomes/outcome.ts';
import type { Random } from '../random.ts';
import type { Scheduler } from '../scheduler.ts';
import { textOf, timesOf, unitsOf } from '../units.ts';

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
}

/** Whoever wants to know of everything the service does, at the moment it does it. */
export interface ServiceObserver {
  readonly received: (instructionId: string, request: ServiceRequest) => void;
  readonly executed: (execution: Execution) => void;
}

/**
 * The books of the simulated service. It knows nothing of sendBy and of nothing twice: whatever it is
 * sent, it does. `instructionId` is the simulation's own thread, which no request carries.
 */
export class SimulatedService {
  readonly balances = new Map<string, bigint>();
  readonly accounts = new Map<string, ServiceAccount>();
  readonly executions: Execution[] = [];
  readonly #byInstruction = new Map<string, Execution[]>();
  /** Requests received that may still be executed. */
  readonly #pending = new Map<string, number>();
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #observer: ServiceObserver;
  #prices = new Map<string, number>();

  constructor(scheduler: Scheduler, random: Random, observer: ServiceObserver) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#observer = observer;
  }

  setPrice(instrument: string, cents: number): void {
    this.#prices.set(instrument, cents);
  }

  /** Every price a little up or down. */
  movePrices(): void {
    for (const [instrument, cents] of this.#prices) {
      this.#prices.set(instrument, Math.max(100, cents + this.#random.between(-50, 50) * 100));
    }
  }

  /** The body of GET /v1/prices; mid price in cents, spread of two. */
  pricesBody(): string {
    const prices = [...this.#prices].map(([instrument, cents]) => [
      instrument,
      { bid: inText(cents - 1), ask: inText(cents + 1) },
    ]);
    return JSON.stringify(Object.fromEntries(prices));
  }

  /** The body of GET /v1/balances; a currency with nothing in it is not listed. */
  balancesBody(): string {
    const held = [...this.balances].filter(([, units]) => units > 0n);
    return JSON.stringify(Object.fromEntries(held.map(([code, units]) => [code, textOf(units)])));
  }

  change(currency: string, units: bigint): void {
    this.balances.set(currency, (this.balances.get(currency) ?? 0n) + units);
  }

  executionsOf(instructionId: string): readonly Execution[] {
    return this.#byInstruction.get(instructionId) ?? [];
  }

  mayStillExecute(instructionId: string): boolean {
    return (this.#pending.get(instructionId) ?? 0) > 0;
  }

  /** A request arrives, whole. What becomes of it is the caller's to say. */
  receive(instructionId: string, request: ServiceRequest): void {
    this.#observer.received(instructionId, request);
  }

  /** Executes now; null where the balance does not carry it or the account is not known. */
  execute(instructionId: string, request: ServiceRequest): Execution | null {
    const flows = this.#flowsOf(request);
    if (flows === null) return null;
    for (const [currency, units] of flows) this.change(currency, units);
    const execution = {
      id: this.#uuid(),
      instructionId,
      request,
      createdAt: new Date(this.#scheduler.nowMs).toISOString(),
    };
    this.executions.push(execution);
    this.#byInstruction.set(instructionId, [...this.executionsOf(instructionId), execution]);
    this.#observer.executed(execution);
    return execution;
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

  #flowsOf(request: ServiceRequest): readonly (readonly [string, bigint])[] | null {
    const flows = flowsOf(request, this.accounts);
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

function flowsOf(
  request: ServiceRequest,
  accounts: ReadonlyMap<string, ServiceAccount>,
): readonly (readonly [string, bigint])[] | null {
  if (request.kind === 'withdrawal') {
    const account = accounts.get(request.withdrawalAccountId);
    return account === undefined ? null : [[account.currency, -unitsOf(request.amount)]];
  }
  const [base = '', quote = ''] = request.instrument.split('/');
  const [amount, cost] = [unitsOf(request.amount), timesOf(request.price, request.amount)];
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

function inText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
