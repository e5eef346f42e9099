import type { Decimal } from '../../treasury/money/decimal.ts';
import type { Replicas } from '../booking/replicas.ts';
import type { Books } from '../books/books.ts';
import { PRICE_STEP_MS } from '../limits.ts';
import type { PriceWalk, Quotes } from '../market/price-walk.ts';
import type { Answer } from './answer.ts';
import type { TradeAnswers } from './trade-answers.ts';

export const BALANCE_SHAPES = ['objects', 'text', 'list'] as const;
export type BalanceShape = (typeof BALANCE_SHAPES)[number];
export const SPLITS = ['never', 'sometimes', 'always'] as const;
export type SplitWithdrawals = (typeof SPLITS)[number];
export type TotalFalls = 'when-executed' | 'when-processed';

/** The parts of the sandbox that endpoints work with. */
export interface Service {
  readonly books: Pick<Books, 'state' | 'available' | 'record'>;
  readonly walk: PriceWalk;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly balanceShape: BalanceShape;
  readonly splitWithdrawals: SplitWithdrawals;
  readonly totalFalls: TotalFalls;
  readonly tradeAnswers: TradeAnswers;
  readonly replicas: Replicas;
}

/** A request that has passed authentication, limits and routing. */
export interface ServiceRequest {
  /** Its journal entry. */
  readonly seq: number;
  readonly body: string;
  /** The late execution it is part of, where it is one. */
  readonly lateId?: string;
  /** Parts a withdrawal is to be split into, where a fault says so. */
  readonly splitInto?: number;
  /** How much of a trade is filled, in percent, and the state its answer names, where a fault says so. */
  readonly filled?: { readonly percent: number; readonly state: string };
}

/** Executes a request, all or nothing, and answers it. */
export type Endpoint = (service: Service, request: ServiceRequest) => Answer;

/** The value that a step of reading or checking a request gave, or the answer that ends it. */
export type Step<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly answer: Answer };

/** Quotes of this moment. */
export function quotesNow(service: Service): Quotes {
  const openedAtMs = Date.parse(service.books.state.openedAt);
  return service.walk.quotesAt((service.clock() - openedAtMs) / PRICE_STEP_MS);
}

export function isFinerThan(value: Decimal, decimals: number): boolean {
  return value.decimalPlaces() > decimals;
}
