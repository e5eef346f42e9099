import { PIECES } from '../../treasury/counters/counter.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import { accountKey } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { EvaluateInput } from '../../treasury/rules/evaluate.ts';
import { valuesOf } from '../../treasury/valuation/believed-values.ts';
import { judgeValues } from '../../treasury/valuation/judge-values.ts';
import { counted } from '../samples/counts.ts';
import { account, CONTROLS, RULE } from '../samples/policy.ts';
import { agreedValues } from '../samples/values.ts';
import { EPOCH } from '../unit/rules/samples.ts';
import type { PageSituation } from './page-situation.ts';
import { CURRENCIES, given } from './page-situations.ts';

/** Three readings have agreed on each price; of two instruments of the same currencies, on the direct one. */
function valuesIn(prices: PageSituation['prices'], into: string, crossedPrices: boolean) {
  const direct = Object.entries(prices).filter(
    ([name]) =>
      !Object.hasOwn(prices, name.split('/').toReversed().join('/')) || name.endsWith(into),
  );
  const unitValues = judgeValues(prices, agreedValues(Object.fromEntries(direct), into), into);
  return valuesOf(
    { prices, unitValues, valuation: { reportingCurrency: into } },
    { crossedPrices },
  );
}

/** The same situation as Sluice reads it. */
export function inputOf(situation: PageSituation): EvaluateInput {
  const { now, currencies, accounts, usage, counterparties, floors, floorTotal } = situation;
  const { prices, reportingCurrency, crossedPrices, fee, outflow24Hours, outflowHours } = situation;
  const lanes = Object.entries(currencies).map(([currency, each]) => {
    const claim = {
      ...{ instructionId: 'earlier', nonce: 'n', claimedAt: now, sendBy: now },
      ...{ quarantineUntil: now, balanceBefore: '1' },
    };
    const status =
      each.state === 'idle'
        ? { state: 'idle' as const }
        : each.state === 'sending'
          ? { state: each.state, claim }
          : { state: each.state, claim, since: now };
    const lane = {
      ...newLane('main', currency, EPOCH),
      status,
      open: Object.fromEntries(
        each.open.map((open, index) => [
          `open-${index}`,
          { instructionId: `open-${index}`, ...open },
        ]),
      ),
      usage: Object.fromEntries(
        Object.entries(usage).map(([id, { hours: _, days: __, often: ___, ...own }]) => [
          id,
          { ...own, failures: 0 },
        ]),
      ),
      counts: [
        ...Object.entries(usage).map(([id, own]) =>
          counted({ kind: 'rule', of: id, unit: currency }, own),
        ),
        ...Object.entries(usage).map(([id, { often: hours }]) =>
          counted({ kind: 'withdrawals', of: id, unit: PIECES }, { hours }),
        ),
        ...accounts.map(({ id, unapproved }) => {
          const counter = { kind: 'unapproved', of: accountKey(id), unit: currency } as const;
          return counted(counter, { hours: unapproved });
        }),
      ],
      booking: {
        entries: each.unbooked.map((own, index) => ({
          instructionId: `sent-${index}`,
          at: now,
          ...own,
        })),
        credits: [],
        doubts: each.doubts.map((own) => ({ kind: 'rise' as const, ...own })),
      },
    };
    return [currency, lane] as const;
  });
  const modes = Object.entries(currencies).map(([currency, { mode }]) => [currency, mode]);
  const controls = {
    ...CONTROLS,
    reportingCurrency,
    crossedPrices,
    feeBound: fee,
    currencyModes: Object.fromEntries(modes),
    liquidityFloor: { currencies: floors, ...given('total', floorTotal) },
    withdrawalLimits: {
      ...given('per24Hours', outflow24Hours),
      counterparties: counterparties.map(({ hours: _, days: __, ...own }) => own),
    },
  } as unknown as Controls;
  const reading = {
    values: valuesIn(prices, reportingCurrency, crossedPrices),
    readAt: situation.pricesReadAt,
  };
  return {
    rules: situation.rules.map((own) => ({ ...RULE, ...own }) as unknown as SweepRule),
    accounts: new Map(
      accounts.map(({ id, counterparty, limits = {} }, index) => [
        accountKey(id),
        {
          ...account({ id, currency: CURRENCIES[Math.floor(index / 2)] ?? 'BTC', limits }),
          ...given('counterparty', counterparty),
        },
      ]),
    ),
    controls,
    halt: neverHalted('main'),
    balances: Object.fromEntries(
      Object.entries(currencies).map(([currency, { total, available }]) => [
        currency,
        { total, ...given('available', available) },
      ]),
    ),
    balancesReadAt: now,
    lanes: new Map(lanes),
    ...{ epoch: EPOCH, occurrence: now, now, prices: reading },
    outflow: {
      usage: {
        tenant: 'main',
        counts: [
          ...accounts.map(({ id, usedHours: hours, usedDays: days, paid }, index) => {
            const unit = CURRENCIES[Math.floor(index / 2)] ?? 'BTC';
            const ever = { '1970-01-01T00:00:00.000Z': paid };
            return counted({ kind: 'account', of: accountKey(id), unit }, { hours, days, ever });
          }),
          ...counterparties.map(({ name, hours, days }) => {
            const unit = reportingCurrency;
            return counted({ kind: 'counterparty', of: name.toLowerCase(), unit }, { hours, days });
          }),
          counted({ kind: 'outflow', of: '', unit: reportingCurrency }, { hours: outflowHours }),
        ],
        version: 1,
      },
      prices: reading,
      lanes: lanes.map(([, lane]) => lane),
      given: [],
    },
  };
}
