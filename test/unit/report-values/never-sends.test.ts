import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportPrice } from '../../../treasury/report-values/report-price.ts';
import type { ReportValues, Worth } from '../../../treasury/report-values/report-values.ts';
import type { BelievedValues } from '../../../treasury/valuation/believed-values.ts';
import type { Price } from '../../../treasury/valuation/price.ts';
import type { CurrencyValue, Valuation } from '../../../treasury/valuation/valuation.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What decides, sizes, permits or sends: from the prices to the claim. */
const SENDING = [
  'take-snapshot',
  'run-sweeps',
  'send-withdrawal',
  'place-trade',
  'send-trade',
  'manage-instructions',
  'settle-instruction',
  'watchdog',
  'halt',
] as const;

/** What reads manual rates, or makes values of them. */
const RATES = ['adapters/store/manual-rates.ts', 'treasury/report-values/report-price.ts'];

const IMPORT = /^(?:import|export)\s+(?!type\s)[^;]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gms;

/** Every file that a function loads, types aside. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(ROOT, file), 'utf8');
  for (const [, direct, later] of text.matchAll(IMPORT)) {
    const target = join(dirname(file), direct ?? later ?? '');
    if (target.endsWith('.ts')) loadedBy(relative(ROOT, join(ROOT, target)), seen);
  }
  return seen;
}

describe('a manual rate never sizes or permits a send', () => {
  it.each(SENDING)('%s loads nothing that reads one', (name) => {
    const loaded = loadedBy(`functions/${name}/handler.ts`);
    expect(loaded.size).toBeGreaterThan(20);
    expect(RATES.filter((file) => loaded.has(file))).toEqual([]);
  });

  it.each([
    'treasury/forecast/forecast.ts',
    'treasury/preview/preview.ts',
    'treasury/preview/backtest.ts',
  ])('%s decides as those do, and loads nothing that reads one', (file) => {
    const loaded = loadedBy(file);
    expect(loaded).toContain('treasury/rules/evaluate.ts');
    expect(RATES.filter((each) => loaded.has(each))).toEqual([]);
  });

  it('is read by reports: the search finds what there is', () => {
    const loaded = loadedBy('functions/query-reports/handler.ts');
    expect(RATES.filter((file) => loaded.has(file))).toEqual(RATES);
  });

  it('is no price, no value and no valuation by its type', () => {
    const price = null as unknown as ReportPrice;
    const worth = null as unknown as Worth;
    const values = null as unknown as ReportValues;
    // @ts-expect-error: limits are valued by what is believed.
    const believed: BelievedValues = values;
    // @ts-expect-error: what people are shown of a snapshot's values permits nothing.
    const shown: BelievedValues = null as unknown as Valuation;
    // @ts-expect-error: a snapshot holds a valuation.
    const valuation: Valuation = values;
    // @ts-expect-error: a valuation is made of these.
    const value: CurrencyValue = worth;
    // @ts-expect-error: collars and paths are made of these.
    const market: Price = price;
    expect([believed, shown, valuation, value, market]).toEqual([null, null, null, null, null]);
  });
});
