import type { WireResult } from '../../../adapters/http-client/attempt-once.ts';
import {
  shapedTrade,
  TRADE_ANSWERS,
  type TradeAnswers,
} from '../../../sandbox/service/trade-answers.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import { answered } from './answers.ts';
import type { ServiceOutcome } from './outcomes.ts';
import type { Execution, ServiceRequest } from './service.ts';

/** Part of the worlds whose service answers trades in other shapes, and of their trades that it answers so. */
export const RETOLD_WORLDS = 0.35;
const RETOLD = 0.5;

/** Each of these would be a lie where nothing was executed: that it is not is what the promise rests on (assumption 4). */
const SAYS_DONE: ReadonlySet<TradeAnswers> = new Set([
  'whole',
  'repeated',
  'renamed',
  'other-spelling',
  'worse-fills',
  'zero-fills',
  'negative-fills',
  'unreadable-fills',
]);

/** What a service may say that has not executed the trade at all, as well as one that has. */
const SAYS_LESS = TRADE_ANSWERS.filter((shape) => !SAYS_DONE.has(shape));

/** A whole record whose own state is not that it is done. */
const OWN_STATES = { 'still open': 'open', 'a state of its own': 'parked' } as const;
type OwnState = keyof typeof OWN_STATES;
const OPEN_SHAPES = Object.keys(OWN_STATES) as OwnState[];

export interface RetoldTrade {
  readonly shape: TradeAnswers | OwnState;
  readonly executes: ServiceOutcome['executes'];
}

/** The shape in which a trade is answered that meets no other fault, and what is executed; null: as ever. */
export function drawRetold(
  { retold }: World,
  request: ServiceRequest,
  isCarried: boolean,
): RetoldTrade | null {
  if (retold === null || request.kind !== 'trade' || !retold.chance(RETOLD)) return null;
  const shapes: readonly RetoldTrade['shape'][] = isCarried ? TRADE_ANSWERS : SAYS_LESS;
  const shape = retold.pick([...shapes, ...OPEN_SHAPES]);
  if (!isCarried) return { shape, executes: 'never' };
  const isDone = !isOwnState(shape) && SAYS_DONE.has(shape);
  const executes = isDone ? 'now' : retold.pick(['now', 'late', 'never'] as const);
  return { shape, executes };
}

/** The answer in its shape; of what was not executed, with an id that is never seen elsewhere. */
export function retoldAnswer(
  retold: Random,
  request: ServiceRequest & { readonly kind: 'trade' },
  shape: RetoldTrade['shape'],
  execution: Execution | null,
): WireResult {
  const { instrument, side, price, amount } = request;
  const made = Math.floor(retold.next() * 16 ** 12);
  const id = execution?.id ?? `11111111-0000-4000-8000-${made.toString(16).padStart(12, '0')}`;
  const fills = [{ price, amount }];
  const whole = { id, state: 'filled', instrument, side, price, amount, fills };
  const said = isOwnState(shape)
    ? { id, state: OWN_STATES[shape], instrument, side, price, amount }
    : shapedTrade(whole, shape);
  return answered(200, JSON.stringify(said));
}

function isOwnState(shape: RetoldTrade['shape']): shape is OwnState {
  return Object.hasOwn(OWN_STATES, shape);
}
