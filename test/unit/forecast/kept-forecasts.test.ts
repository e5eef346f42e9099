import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { compareForecasts, forecastsKept } from '../../../treasury/forecast/compare-forecasts.ts';
import { KEEP_WITHIN_SECONDS, keepForecast } from '../../../treasury/forecast/keep-forecast.ts';
import type { KeptForecast } from '../../../treasury/ledger/kept-forecast.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { controls, POLICY, RULE, rule } from '../../samples/policy.ts';
import { type Given, portsOf } from './present.ts';

const MIDNIGHT = '2026-01-05T23:00:00.000Z';
const ZONE = 'Europe/Zurich';

async function keep(given: Given = {}, at = MIDNIGHT, stored: KeptForecast | null = null) {
  const { forecasts } = new MemoryStore('table-1').ports;
  if (stored !== null) await forecasts.put(stored);
  const ports = { ...portsOf({ now: at, ...given }), timeZone: ZONE, forecasts };
  const kept = await keepForecast(ports, 'main', at);
  return { kept, inStore: await forecasts.read('main', '2026-01-06') };
}

describe('the forecast of a day', () => {
  it('is kept when the day begins, by the clock of the reporting time zone', async () => {
    const { kept, inStore } = await keep();
    expect(inStore).toEqual(kept);
    expect(kept).toEqual({
      ...{ tenant: 'main', day: '2026-01-06', timeZone: ZONE, complete: true },
      ...{ madeAt: MIDNIGHT, to: '2026-01-06T23:00:00.000Z' },
      leaving: [{ ruleId: RULE.id, currency: 'BTC', sweeps: 1, amount: '15' }],
    });
  });

  it('is kept once, and not of a day that is no longer new', async () => {
    const { kept } = await keep();
    expect((await keep({}, MIDNIGHT, kept)).kept).toBeNull();
    expect((await keep({}, plusSeconds(MIDNIGHT, KEEP_WITHIN_SECONDS))).inStore).toBeNull();
    const last = plusSeconds(MIDNIGHT, KEEP_WITHIN_SECONDS - 1);
    expect((await keep({}, last)).inStore).toMatchObject({ madeAt: last });
  });

  it('says nothing leaves while a dry-run stops it, and nothing at all of a day that it could not decide', async () => {
    const stopped = { policy: { ...POLICY, controls: controls({ mode: 'dry-run' }) } };
    expect((await keep(stopped)).kept).toMatchObject({ complete: true, leaving: [] });
    // Every snapshot of five minutes moves something, by eight rules.
    const small = { threshold: '0', keep: '0', minimum: '0', step: '0.001', maximum: '0.001' };
    const rules = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => rule({ id, ...small }));
    expect((await keep({ policy: { ...POLICY, rules } })).kept).toMatchObject({ complete: false });
  });
});

describe('what was forecast beside what left', () => {
  const kept = (change: Partial<KeptForecast>): KeptForecast => ({
    ...{ tenant: 'main', day: '2026-01-06', timeZone: ZONE, complete: true },
    ...{ madeAt: '2026-01-05T23:00:10.000Z', to: '2026-01-06T23:00:00.000Z' },
    leaving: [{ ruleId: 'a', currency: 'BTC', sweeps: 2, amount: '1.5' }],
    ...change,
  });
  const sent = (at: string, ruleId: string | null, amount: string) => ({
    ...{ ruleId, currency: 'BTC', amount, sentAt: at },
  });
  const range = {
    from: '2026-01-05T23:00:00.000Z',
    to: '2026-01-07T00:00:00.000Z',
    timeZone: ZONE,
  };
  const line = ({
    day,
    ruleId,
    forecast,
    left,
    difference,
  }: ReturnType<typeof compareForecasts>[number]) =>
    [day, ruleId, forecast, left, difference].join(' ');

  it('is compared by rule, from the moment of the forecast to the end of the day', () => {
    const left = [
      sent('2026-01-05T23:00:00.000Z', 'a', '9'),
      sent('2026-01-06T08:00:00.000Z', 'a', '1'),
      sent('2026-01-06T22:59:59.999Z', 'a', '0.7'),
      sent('2026-01-06T09:00:00.000Z', null, '3'),
      sent('2026-01-06T23:00:00.000Z', 'a', '4'),
    ];
    const compared = compareForecasts([kept({})], left, range);
    expect(compared.map(line)).toEqual([
      '2026-01-06  0 3 3',
      '2026-01-06 a 1.5 1.7 0.2',
      // Of this day no forecast was kept: nothing is said of it.
      '2026-01-07 a  4 ',
    ]);
    expect(compared[1]).toMatchObject({ forecastSweeps: 2, leftWithdrawals: 2 });
  });

  it('shows a payment that was forecast and did not leave, and says nothing of a day that was not decided', () => {
    expect(compareForecasts([kept({})], [], range).map(line)).toEqual(['2026-01-06 a 1.5 0 -1.5']);
    const open = compareForecasts([kept({ complete: false })], [], range);
    expect(open.map(line)).toEqual(['2026-01-06 a  0 ']);
  });

  it('says of each day whether a forecast of it was kept', () => {
    const day = { day: '2026-01-06', forecastAt: '2026-01-05T23:00:10.000Z' };
    const none = { day: '2026-01-07', forecast: 'none', forecastAt: null };
    const whole = { ...day, forecast: 'whole' };
    expect(forecastsKept([kept({ leaving: [] })], range)).toEqual([whole, none]);
    const part = { ...day, forecast: 'in-part' };
    expect(forecastsKept([kept({ complete: false })], range)).toEqual([part, none]);
  });
});
