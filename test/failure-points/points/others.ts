import type { TradingService } from '../../../treasury/ports/trading-service.ts';
import { placeTrade } from '../../../treasury/trades/place-trade.ts';
import { TENANT } from '../../integration/protocol/treasury-under-test.ts';
import {
  cancelled,
  DONE_AT_ONCE,
  type FailurePoint,
  pointsOf,
  rejected,
  type SceneOptions,
  stays,
} from '../failure-point.ts';
import { meets } from '../meets.ts';
import type { Scene } from '../scene.ts';

const BTC = (amount: string) => ({ currency: 'BTC', amount });
const TRADED: SceneOptions = { alsoTouches: ['decisions', 'other lanes', 'trades'] };
/** A sweep of 2.25 of 3.25 BTC, of which 1 is kept: nothing may be missing. */
const NO_LONGER_CARRIED = stays(cancelled('exceeds-surplus'), 0, 0);
/** The service refuses what its balance does not carry; the fall is there for people to explain. */
const REFUSED_AND_FALLEN = stays(rejected(422), 1, 0);

const point = pointsOf('what others move', 'happened in between');

/** Something happens right after the sender has read the balances, or right before its POST. */
function serviceWith(
  { patient }: Scene,
  when: 'after the balances' | 'before the POST',
  happening: () => unknown,
): TradingService {
  let happened = false;
  const once = async () => {
    if (happened) return;
    happened = true;
    await happening();
  };
  return {
    ...patient,
    readBalances: async () => {
      const reading = await patient.readBalances();
      if (when === 'after the balances') await once();
      return reading;
    },
    sendWithdrawal: async (...post) => {
      if (when === 'before the POST') await once();
      return await patient.sendWithdrawal(...post);
    },
  };
}

/** A person sells 1.5 BTC, through the same ledger and the same service. */
async function trade({ treasury, patient, request: usual }: Scene): Promise<void> {
  const request = { ...usual, amount: '1.5' };
  const command = { tenant: TENANT, requestedBy: 'tina', idempotencyKey: 'between', request };
  const placed = await placeTrade({ ...treasury.ports, service: patient }, command);
  if (placed.result !== 'concluded') throw new Error(`no trade: ${JSON.stringify(placed)}`);
}

const MOVES = {
  deposit: ({ treasury }: Scene) => treasury.sandbox.deposit(BTC('0.5')),
  debit: ({ treasury }: Scene) => treasury.sandbox.debit(BTC('0.5')),
  largeDebit: ({ treasury }: Scene) => treasury.sandbox.debit(BTC('1.5')),
} as const;

export const OTHERS: readonly FailurePoint[] = [
  point(
    'a deposit, before the balances are read again',
    'the amount is fixed: what is new is for the next run',
    DONE_AT_ONCE,
    async (scene) => {
      MOVES.deposit(scene);
      await scene.deliver();
    },
  ),
  point(
    'a foreign debit, before the balances are read again',
    'the balance no longer carries the amount',
    NO_LONGER_CARRIED,
    async (scene) => {
      MOVES.debit(scene);
      await scene.deliver();
    },
  ),
  point(
    'a trade, before the balances are read again',
    'a person sold meanwhile: the balance no longer carries the amount',
    stays(cancelled('below-threshold'), 0, 0),
    async (scene) => {
      await trade(scene);
      await scene.deliver();
    },
    TRADED,
  ),
  point(
    'a deposit, between the balances and the claim',
    'more than was seen does no harm',
    DONE_AT_ONCE,
    (scene) =>
      scene.deliver({
        service: serviceWith(scene, 'after the balances', () => MOVES.deposit(scene)),
      }),
  ),
  point(
    'a trade, between the balances and the claim',
    'the trade has moved the lane on: the claim fails, and on fresh balances the amount is too much',
    stays(cancelled('below-threshold'), 0, 0),
    (scene) =>
      scene.deliver({ service: serviceWith(scene, 'after the balances', () => trade(scene)) }),
    TRADED,
  ),
  point(
    'a foreign debit, between the balances and the claim',
    'Sluice cannot see it: the service refuses, and its fall blocks the lane for people',
    REFUSED_AND_FALLEN,
    (scene) =>
      scene.deliver({
        service: serviceWith(scene, 'after the balances', () => MOVES.largeDebit(scene)),
      }),
  ),
  point(
    'a foreign debit, between the claim and the POST',
    'Sluice cannot see it: the service refuses, and its fall blocks the lane for people',
    REFUSED_AND_FALLEN,
    (scene) =>
      scene.deliver({
        service: serviceWith(scene, 'before the POST', () => MOVES.largeDebit(scene)),
      }),
  ),
  point(
    'a deposit, between the claim and the POST',
    'more than was seen does no harm',
    DONE_AT_ONCE,
    (scene) =>
      scene.deliver({ service: serviceWith(scene, 'before the POST', () => MOVES.deposit(scene)) }),
  ),
  point(
    'a foreign debit, after a refusal',
    'the service refused and executed nothing; that the balance falls later is for people to explain',
    REFUSED_AND_FALLEN,
    async (scene) => {
      await meets({ kind: 'status', status: 422 })(scene);
      MOVES.debit(scene);
    },
  ),
  point(
    'a deposit, after a refusal',
    'a rise is no fall: the lane is freed behind the quarantine',
    { atFirst: rejected(422), inTheEnd: rejected(422, 'idle'), posts: 1, executions: 0 },
    async (scene) => {
      await meets({ kind: 'status', status: 422 })(scene);
      MOVES.deposit(scene);
    },
  ),
];
