import { describe, expect, it } from 'vitest';
import { sideBySide, widens } from '../../../treasury/changes/widens.ts';
import type { ManualRateDraft } from '../../../treasury/policy/manual-rate-schema.ts';
import { parsePolicyFile } from '../../../treasury/policy/policy-file.ts';

const CHF: ManualRateDraft = {
  ...{ id: 'chf-q1', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.13' },
  ...{ from: '2026-01-01', until: '2026-04-01', source: 'the central bank' },
};

const problemsOf = (...manualRates: readonly object[]) => {
  const controls = { reportingCurrency: 'USD' };
  const parsed = parsePolicyFile({ controls, accounts: [], rules: [], manualRates });
  return parsed.ok ? [] : parsed.problems.map(({ path }) => path);
};

describe('a manual rate', () => {
  it('is accepted, and the next one of its currency from the day on which it ends', () => {
    const next = { ...CHF, id: 'chf-q2', label: 'CHF 2', from: '2026-04-01', until: '2026-07-01' };
    expect(problemsOf(CHF, next)).toEqual([]);
  });

  it.each([
    ['a rate of zero', { rate: '0' }, 'manualRates[0].rate'],
    ['a negative rate', { rate: '-1' }, 'manualRates[0].rate'],
    ['a day that does not exist', { until: '2026-02-30' }, 'manualRates[0].until'],
    ['an end before its beginning', { until: '2026-01-01' }, 'manualRates[0].until'],
    ['more than a year', { until: '2027-03-01' }, 'manualRates[0].until'],
    ['a rate in itself', { in: 'CHF' }, 'manualRates[0].in'],
    ['no source', { source: '' }, 'manualRates[0].source'],
  ])('is refused with %s', (_, change, path) => {
    expect(problemsOf({ ...CHF, ...change })).toContain(path);
  });

  it('is refused beside another of its currency on the same day, in whatever currency that is', () => {
    const other = { ...CHF, id: 'chf-eur', label: 'CHF in EUR', in: 'EUR', from: '2026-03-31' };
    expect(problemsOf(CHF, other)).toContain('manualRates[1].from');
  });

  it('takes another person for each change of it, also a new one', () => {
    const changes: readonly Partial<ManualRateDraft>[] = [
      { rate: '1.14' },
      { rate: '1.12' },
      { until: '2026-03-01' },
      { until: '2026-05-01' },
      { from: '2026-02-01' },
      { in: 'EUR' },
      { currency: 'SEK' },
      { source: 'another' },
    ];
    for (const change of changes) {
      const comparison = {
        kind: 'manual-rate',
        before: CHF,
        after: { ...CHF, ...change },
      } as const;
      expect(sideBySide(comparison).map(({ field }) => field)).toEqual(Object.keys(change));
      expect(widens(comparison)).not.toEqual([]);
    }
    expect(widens({ kind: 'manual-rate', before: null, after: CHF })).not.toEqual([]);
  });
});
