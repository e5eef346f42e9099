import { describe, expect, it } from 'vitest';
import type { KeptForecast } from '../../treasury/ledger/kept-forecast.ts';
import { storeKinds, TENANT } from './stores.ts';

const KEPT: KeptForecast = {
  ...{ tenant: TENANT, day: '2026-01-05', timeZone: 'UTC', to: '2026-01-06T00:00:00.000Z' },
  ...{ madeAt: '2026-01-05T00:05:00.000Z', complete: true, leaving: [] },
};

describe.each(storeKinds())('what was forecast $name', ({ open }) => {
  it('is kept once for each day, and each tenant', async () => {
    const { forecasts } = await open();
    expect(await forecasts.put(KEPT)).toBe(true);
    expect(await forecasts.put({ ...KEPT, complete: false })).toBe(false);
    expect(await forecasts.put({ ...KEPT, tenant: 'another', complete: false })).toBe(true);
    expect(await forecasts.read(TENANT, KEPT.day)).toEqual(KEPT);
    expect(await forecasts.read(TENANT, '2026-01-06')).toBeNull();
  });
});
