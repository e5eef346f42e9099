import { describe, expect, it } from 'vitest';
import { controlsDraftOf } from '../../../treasury/changes/drafts.ts';
import { nearestCurrency } from '../../../treasury/changes/nearest-currency.ts';
import { policyConflict } from '../../../treasury/changes/policy-conflict.ts';
import type { Mode } from '../../../treasury/policy/controls.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import { MAX_CURRENCY_MODES } from '../../../treasury/policy/policy-limits.ts';
import { CONTROLS, POLICY } from '../../samples/policy.ts';

const TICK_SECONDS = 300;
const NOW = '2026-03-02T09:00:00.000Z';

function codes(count: number): Readonly<Record<string, Mode>> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`C${n}`, 'halted' as const]));
}

function problems(currencyModes: Readonly<Record<string, Mode>>, policy: Policy = POLICY) {
  const after = { ...controlsDraftOf(CONTROLS), currencyModes };
  return policyConflict({ kind: 'controls', after }, policy, ['BTC', 'ETH'], TICK_SECONDS, NOW);
}

describe('a mode of a currency of its own', () => {
  it('is for a currency that something names', () => {
    expect(problems({ BTC: 'halted', ETH: 'dry-run' })).toEqual([]);
    expect(problems({ BTX: 'halted' })).toEqual([
      { path: 'currencyModes.BTX', seen: '"BTX"', accepted: 'a currency that is in use: BTC' },
    ]);
  });

  it('is refused by the thousand, and the refusal is short', () => {
    const refused = problems(codes(7_600));
    expect(refused.length).toBeLessThan(20);
    expect(refused.at(-1)).toMatchObject({ path: 'currencyModes' });
    expect(problems({ ...codes(MAX_CURRENCY_MODES + 1) }).at(-1)?.path).toBe('currencyModes');
  });

  it('that stands already may stay and go, and none may come to it', () => {
    const current = { ...CONTROLS, currencyModes: codes(7_600) };
    const policy = { ...POLICY, controls: current };
    expect(problems(codes(7_600), policy)).toEqual([]);
    expect(problems(codes(300), policy)).toEqual([]);
    expect(problems({ ...codes(7_600), BTC: 'halted' }, policy)).toMatchObject([
      { path: 'currencyModes' },
    ]);
  });
});

describe('the nearest currency', () => {
  const known = ['BTC', 'ETH', 'USD', 'USDC'];

  it.each([
    ['BTX', 'BTC'],
    ['XBT', 'BTC'],
    ['USDCC', 'USDC'],
    ['ETC', 'BTC'],
    ['DOGE', null],
    ['', null],
  ])('to %j is %j', (written, nearest) => {
    expect(nearestCurrency(written, known)).toBe(nearest);
  });
});
