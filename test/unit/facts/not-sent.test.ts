import type { components } from '@sluice/client';
import { describe, expect, it } from 'vitest';
import { LANE_ROUTES } from '../../../api/responses/lane-actions.ts';
import { notSentByMode } from '../../../console/display/not-sent.ts';
import { stuckOf } from '../../../local/report/stuck.ts';
import { sayNotSent } from '../../../treasury/facts/sentences/say/not-sent.ts';
import { sayRefusal } from '../../../treasury/facts/sentences/say/say-check.ts';
import { stoppedLane } from '../../../treasury/facts/stopped-lane.ts';
import { haltView } from '../../../treasury/halt/halt-view.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { type LaneView, laneViews, showLane } from '../../../treasury/lanes/lane-view.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import { type HaltState, neverHalted } from '../../../treasury/policy/halt-state.ts';
import { checkLane, checkMode } from '../../../treasury/rules/checks/armed.ts';
import { guardTrade } from '../../../treasury/trades/trade-guards.ts';
import { refuseWithdrawal } from '../../../treasury/withdrawals/withdrawal-guards.ts';
import { ACCOUNT, controls, POLICY } from '../../samples/policy.ts';
import { believedAt } from '../../samples/values.ts';

/*
 * What stops everything is said alike, whoever asks: a rule, a person who withdraws, a person who trades.
 */

type OverviewAnswer = components['schemas']['Overview'];

const EPOCH = 'table-1';
const AT = '2026-01-05T09:00:00.000Z';
const CONTROLS = controls({
  reportingCurrency: 'USD',
  trades: { instruments: ['BTC/USD'], maximumNotional: '10000' },
});
const ARMED = newLane('main', 'BTC', EPOCH);
const PRICES = { 'BTC/USD': { bid: '49990', ask: '50010' } };

interface World {
  readonly controls: Controls | null;
  readonly halt: HaltState;
  readonly lane: typeof ARMED | null;
}

const LIVE: World = { controls: CONTROLS, halt: neverHalted('main'), lane: ARMED };

function saidByRule({ controls: now, halt, lane }: World): string | null {
  const mode = checkMode(now, halt, 'BTC');
  const judged = mode.refusal === undefined ? checkLane(lane, 'BTC', EPOCH) : mode;
  return judged.refusal === undefined ? null : sayRefusal(judged.refusal.why);
}

const WITHDRAWAL = {
  ...{ tenant: 'main', requestedBy: 'tina', requestId: 'r-1', idempotencyKey: 'k-1' },
  ...{ withdrawalAccountId: ACCOUNT.id, currency: 'BTC', amount: '0.1', comment: 'a supplier' },
};

function saidOfWithdrawal({ controls: now, halt, lane }: World): string | null {
  const policy = { ...POLICY, controls: now, halt };
  const view = { policy, account: ACCOUNT, lane, epoch: EPOCH, snapshot: null, now: AT };
  const judged = refuseWithdrawal(WITHDRAWAL, view);
  return judged.ok ? null : judged.refusal.message;
}

function saidOfTrade({ controls: now, halt, lane }: World): string | null {
  const judged = guardTrade(
    { instrument: 'BTC/USD', side: 'sell', price: '50000', amount: '0.1' },
    {
      controls: now,
      halt,
      epoch: EPOCH,
      lanes: new Map(
        [lane, newLane('main', 'USD', EPOCH)].flatMap((each) =>
          each === null ? [] : [[each.currency, each] as const],
        ),
      ),
      balances: { BTC: { total: '3' }, USD: { total: '1000000' } },
      prices: PRICES,
      values: believedAt(PRICES, 'USD', { crossedPrices: true }),
      usage: null,
      by: 'tina',
      balancesReadAt: AT,
      pricesReadAt: AT,
      pricesDoubted: [],
      now: AT,
    },
  );
  return judged.ok ? null : sayRefusal(judged.refusal.why);
}

const because = { by: 'ada', at: AT, comment: 'a stranger in the books' };

describe('a rule, a withdrawal and a trade are told in the same words', () => {
  it.each<readonly [string, Partial<World>, string]>([
    [
      'that there is no policy',
      { controls: null },
      'No policy has been applied, so nothing may be sent.',
    ],
    [
      'who halted everything, since when and why',
      { controls: { ...CONTROLS, mode: 'halted', haltedBecause: because } },
      `BTC is halted, as everything is, by ada since ${AT}: a stranger in the books.`,
    ],
    [
      'that the currency alone is halted',
      { controls: { ...CONTROLS, currencyModes: { BTC: 'halted' } } },
      'BTC is halted.',
    ],
    [
      'that it is a dry-run',
      { controls: { ...CONTROLS, mode: 'dry-run' } },
      'BTC is in dry-run, so nothing is sent.',
    ],
    [
      'that the currency was never armed',
      { lane: null },
      'BTC has never been armed in this ledger, so nothing may be sent.',
    ],
    [
      'that it was armed in another ledger',
      { lane: newLane('main', 'BTC', 'table-0') },
      'BTC was armed in another ledger (a restored copy, for example) and must be armed again by people.',
    ],
  ])('%s', (_what, change, sentence) => {
    const world = { ...LIVE, ...change };
    expect([saidByRule(world), saidOfWithdrawal(world), saidOfTrade(world)]).toEqual([
      sentence,
      sentence,
      sentence,
    ]);
  });
});

const lanesAt = (lanes: readonly (typeof ARMED)[], epoch = EPOCH) =>
  laneViews(lanes, new Map(), epoch, AT);

/** What the API answers of such a ledger, and what a console shows of that before anything is asked for. */
function saidByConsole({ halt, mode }: Pick<OverviewAnswer, 'halt' | 'mode'>): string | null {
  const currencies = [{ currency: 'BTC', mode }];
  const names = { people: { ada: 'Ada' }, accounts: {} };
  const overview = { mode, halt, currencies, names } as unknown as OverviewAnswer;
  const why = notSentByMode('BTC', overview);
  return why === null ? null : sayNotSent(why);
}

describe('the console tells what the API will refuse in the same words', () => {
  const LIVE_HALT = { ...haltView(neverHalted('main')), currencies: {} } as OverviewAnswer['halt'];

  it.each([
    ['disarmed', LIVE_HALT, 'No policy has been applied, so nothing may be sent.'],
    ['dry-run', LIVE_HALT, 'BTC is in dry-run, so nothing is sent.'],
    ['halted', LIVE_HALT, 'BTC is halted.'],
    [
      'halted',
      { ...LIVE_HALT, mode: 'halted', because },
      `BTC is halted, as everything is, by Ada since ${AT}: a stranger in the books.`,
    ],
    [
      'live',
      { ...LIVE_HALT, currencies: { BTC: because } },
      `BTC is halted by Ada since ${AT}: a stranger in the books.`,
    ],
  ] as const)('of the mode %s', (mode, halt, sentence) => {
    expect(saidByConsole({ mode, halt: halt as OverviewAnswer['halt'] })).toBe(sentence);
  });

  it('of a lane', () => {
    const said = (lanes: readonly LaneView[]) =>
      lanes.flatMap((lane) => {
        const stopped = stoppedLane(showLane(lane, { actions: LANE_ROUTES }));
        return stopped === null ? [] : [sayNotSent(stopped.why)];
      });
    const elsewhere = lanesAt([ARMED], 'table-0');
    expect(said(elsewhere)).toEqual([sayNotSent({ code: 'armed-elsewhere', currency: 'BTC' })]);
    expect(said(lanesAt([ARMED]))).toEqual([]);
  });
});

describe('a round of the local stack tells of what is stuck in the same words', () => {
  const told = (views: readonly LaneView[], halt: HaltState) =>
    stuckOf(views, { controls: CONTROLS, halt }).map(({ why }) => why);

  it('of a currency and of everything', () => {
    const halted = { ...neverHalted('main'), mode: 'halted', because } as const;
    expect(told(lanesAt([ARMED], 'table-0'), neverHalted('main'))).toEqual([
      sayNotSent({ code: 'armed-elsewhere', currency: 'BTC' }),
    ]);
    expect(told([], halted)).toEqual([
      `Everything is halted by ada since ${AT}: a stranger in the books.`,
    ]);
    expect(told([], { ...neverHalted('main'), currencies: { BTC: because } })).toEqual([
      `BTC is halted by ada since ${AT}: a stranger in the books.`,
    ]);
  });
});
