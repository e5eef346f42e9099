import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftEffect } from '../../../../console/proposing/draft-effect.ts';
import { FIELDS } from '../../../../console/screens/settings/controls-fields.ts';
import {
  bodyOf,
  problemsOf,
  type Values,
  valuesOf,
} from '../../../../console/screens/settings/controls-values.ts';
import { controlsDraftSchema } from '../../../../treasury/policy/controls.ts';
import { controlsReplacement } from '../../../../treasury/policy/policy-schema.ts';

const amount = fc.constantFrom('', '0', '0.1', '1', '1.0', '5', '30', '100');
const seconds = fc.constantFrom('', '60', '300', '900', '3600', '86400', '259200');
const mode = fc.constantFrom('live', 'dry-run', 'halted');
const byCurrency = (of: fc.Arbitrary<string>) =>
  fc.dictionary(fc.constantFrom('BTC', 'ETH', 'USD'), of).map((pairs) =>
    Object.entries(pairs)
      .map((pair) => pair.join(' '))
      .join('\n'),
  );

const cap = fc.constantFrom('1', '5', '30');

const BY_KIND = {
  ...{ mode, modes: byCurrency(mode), seconds },
  ...{ amount, percent: fc.constantFrom('', '1', '5', '7.5') },
  currency: fc.constantFrom('USD', 'EUR'),
  amounts: byCurrency(fc.constantFrom('0.1', '1', '2')),
  list: fc.subarray(['BTC/USD', 'ETH/USD', 'SOL/USD']).map((each) => each.join(' ')),
  switch: fc.constantFrom('', 'true', 'false'),
  zeros: fc.constantFrom('', 'listed', 'omitted', 'unknown'),
  answered: fc.constantFrom('', 'gross', 'net'),
  digits: byCurrency(fc.constantFrom('0', '8')),
  code: fc.constantFrom('', '9999', '1020.BTC-01'),
  codes: byCurrency(fc.constantFrom('1020', '1020:01')),
  counterparties: fc
    .uniqueArray(
      fc.record(
        { name: fc.constantFrom('Bank A', 'BANK a', 'Bank B'), per24Hours: cap, per30Days: cap },
        { requiredKeys: ['name', 'per30Days'] },
      ),
      { selector: ({ name }) => name.toLowerCase() },
    )
    .map((rows) => (rows.length === 0 ? '' : JSON.stringify(rows))),
} as const;

/** Kinds of explained movements, in place of currencies. */
const kinds = fc.subarray(['deposit 4000', 'fee 6510', 'other 9998']).map((all) => all.join('\n'));

const idForms = fc.subarray(['uuid', 'ord-<9-digits>']).map((each) => each.join(' '));

/** Fields whose kind does not say what they may hold. */
const BY_PATH: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'generalLedgerCodes.kinds': kinds,
  'trades.idForms': idForms,
};

const values: fc.Arbitrary<Values> = fc.record(
  Object.fromEntries(FIELDS.map(({ path, kind }) => [path, BY_PATH[path] ?? BY_KIND[kind]])),
);

/** The texts as the API takes them; null where it does not. */
function drafted(texts: Values) {
  const parsed = controlsReplacement.safeParse(bodyOf(texts));
  return parsed.success ? parsed.data : null;
}

describe('what a draft of the controls does', () => {
  it('keeps the limits of counterparties where no row of theirs is touched', () => {
    const counterparties = [{ name: 'Bank A', per24Hours: '9' }];
    const controls = { reportingCurrency: 'USD', withdrawalLimits: { counterparties } };
    const texts = { ...valuesOf(controls), 'withdrawalLimits.per24Hours': '100' };
    expect(bodyOf(texts).withdrawalLimits).toEqual({ per24Hours: '100', counterparties });
  });

  it('is nothing where the texts are those of the controls', () => {
    fc.assert(
      fc.property(values, (texts) => {
        const body = drafted(texts);
        if (body === null) return;
        const read = valuesOf(body);
        expect(draftEffect('controls', body, bodyOf(read))).toEqual({
          differences: [],
          widens: [],
        });
        expect(problemsOf(read)).toEqual({});
        expect(drafted(read)).toEqual(body);
      }),
      { numRuns: 100 },
    );
  });

  it('loses nothing of the controls that a form does not show: each has a field', () => {
    const shown = (path: string) => FIELDS.some((field) => `${field.path}.`.startsWith(`${path}.`));
    expect(Object.keys(controlsDraftSchema.shape).filter((name) => !shown(name))).toEqual([]);
    const terms = { amounts: 'net', digits: { BTC: 8, USD: 2 } } as const;
    const texts = valuesOf({ reportingCurrency: 'USD', answeredAmounts: terms });
    expect(bodyOf(texts).answeredAmounts).toEqual(terms);
  });

  it.each(['BTC', 'BTC 1.5', 'BTC -1', 'BTC 31', 'BTC x'])('takes no digits of %s', (text) => {
    const texts = { mode: 'live', reportingCurrency: 'USD', 'answeredAmounts.digits': text };
    expect(Object.keys(problemsOf(texts))).toEqual(['answeredAmounts.digits']);
  });

  it('says what is wrong with a text before it is sent', () => {
    const texts = { mode: 'live', reportingCurrency: 'USD', 'trades.maximumNotional': '1,000' };
    expect(Object.keys(problemsOf(texts))).toEqual(['trades.maximumNotional']);
  });
});
