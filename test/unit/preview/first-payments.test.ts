import { describe, expect, it } from 'vitest';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import {
  digestOfDestination,
  type PaidDestination,
} from '../../../treasury/instructions/paid-destination.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import { previewOn } from '../../../treasury/preview/preview.ts';
import { shownByRates } from '../../../treasury/report-values/shown-by-rates.ts';
import { ACCOUNT, draftOf, POLICY, RULE, rule } from '../../samples/policy.ts';
import { forecastOf } from '../forecast/present.ts';
import { EPOCH, LANE, NOW } from '../rules/samples.ts';
import { pastOf, replayOf } from './past.ts';
import { snapshotOf } from './samples.ts';

const MAXIMUM = '20';
const FIRST: RegisteredAccount = { ...ACCOUNT, firstPaymentMaximum: MAXIMUM };

/** What a lane knows of the account's place. */
const laneThatSays = (known: Omit<PaidDestination, 'of'>): Lane => ({
  ...LANE,
  destinations: { [ACCOUNT.id.toLowerCase()]: { of: digestOfDestination(ACCOUNT), ...known } },
});
const NAMED = laneThatSays({ namedAt: NOW, left: MAXIMUM });

/** 20 BTC at each of these readings, of which the rule leaves 5; the third is the record's fourth 20. */
const replayed = async (account: RegisteredAccount, lanes: readonly Lane[] = [LANE]) => {
  const policy = { ...POLICY, accounts: [account], rules: [] };
  const totals = ['20', '35', '50', '65'];
  const { draft } = await replayOf(
    { policy, past: pastOf(totals), lanes },
    { draft: { rules: [draftOf()], scope: 'alone' } },
  );
  return draft.rules;
};

describe('a first-payment maximum', () => {
  it('is what all sweeps of a backtest together leave for, of which no answer names the place', async () => {
    expect(await replayed(ACCOUNT)).toMatchObject([{ sweeps: 4, total: '60' }]);
    expect(await replayed(FIRST)).toMatchObject([
      {
        ...{ sweeps: 2, total: MAXIMUM, cuts: [{ name: 'first-payment', times: 1 }] },
        reasons: [{ name: 'account-limit', times: 2 }],
      },
    ]);
  });

  it('binds no backtest once people have said that a payment arrived, or an answer has named the place', async () => {
    expect(await replayed({ ...FIRST, paymentArrived: true })).toMatchObject([{ total: '60' }]);
    expect(await replayed(FIRST, [NAMED])).toMatchObject([{ total: '60' }]);
    // What left for it so far is no part of that past, as with every limit; other details are another place.
    expect(await replayed(FIRST, [laneThatSays({ left: '19' })])).toMatchObject([
      { total: MAXIMUM },
    ]);
    const moved = { ...FIRST, details: { address: 'bc1-another' } };
    expect(await replayed(moved, [NAMED])).toMatchObject([{ total: MAXIMUM }]);
  });

  const forecastWith = async (lane: Lane) => {
    const policy = { ...POLICY, accounts: [FIRST], rules: [RULE] };
    const flows = { flows: 'none', days: 3 } as const;
    return (await forecastOf({ policy, lanes: [lane], latest: snapshotOf() }, flows)).rules[0];
  };

  it('is what leaves by all sweeps of a forecast together, with what has left', async () => {
    expect((await forecastWith(NAMED))?.runs[0]).toMatchObject({ amount: '15' });
    const rest = await forecastWith(laneThatSays({ left: '18' }));
    expect(rest?.runs[0]).toMatchObject({ amount: '2', cuts: ['first-payment'] });
    expect(rest?.runs.filter(({ amount }) => amount !== undefined)).toHaveLength(1);
    expect(rest?.reasons).toMatchObject([{ name: 'account-limit' }]);
  });

  it('is what the rules of a preview take together', async () => {
    const rules = [
      rule({ maximum: '12' }),
      rule({ id: 'second', label: 'Second', priority: 900, threshold: '0', keep: '0' }),
    ];
    const policy = { ...POLICY, accounts: [{ ...FIRST, firstPaymentMaximum: '13' }], rules };
    const view = { policy, lanes: [LANE], epoch: EPOCH, usage: null, outflows: { usage: null } };
    const valuesOn = await shownByRates(async () => [])('main');
    const shown = valuesOn(snapshotOf(), 'USD');
    const { rules: previewed } = previewOn(view, snapshotOf(), NOW, shown);
    expect(previewed.map(({ decision }) => decision)).toMatchObject([
      { outcome: 'sweep', amount: '12' },
      { outcome: 'sweep', amount: '1' },
    ]);
  });
});
