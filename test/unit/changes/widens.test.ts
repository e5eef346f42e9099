import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { showComparison } from '../../../treasury/changes/widens.ts';
import { quotedLabel } from '../../../treasury/facts/sentences/field-label.ts';
import { RULE } from '../../samples/policy.ts';
import { CASES } from './cases.ts';

const { version: _version, activeSince: _since, ...DRAFT } = RULE;
const widens = (comparison: Parameters<typeof showComparison>[0]) =>
  showComparison(comparison).widens;
const sideBySide = (comparison: Parameters<typeof showComparison>[0]) =>
  showComparison(comparison).differences;
const page = readFileSync(new URL('../../../docs/policy-changes.md', import.meta.url), 'utf8');

describe.each(Object.entries(CASES))('%s', (title, cases) => {
  it.each(cases.map((each) => [each.people, each.what, each] as const))(
    'it takes %i to %s',
    (people, _what, { comparison }) => {
      expect(widens(comparison).length > 0).toBe(people === 2);
      // Never nothing: what is compared is a change.
      expect(sideBySide(comparison)).not.toEqual([]);
    },
  );

  it('are listed for people, in the order of this list', () => {
    const rows = cases.map(({ what, people }) =>
      people === 1 ? `| ${what} | at once |` : `| ${what} | two people |`,
    );
    const table = [`## ${title}`, '', '| to | takes |', '|---|---|', ...rows].join('\n');
    expect(page).toContain(table);
  });
});

describe('what widens', () => {
  it('names every field with both values, and leaves out what did not change', () => {
    const after = { ...DRAFT, threshold: '9', keep: '6', budgets: { per24Hours: '3' } };
    expect(sideBySide({ kind: 'rule', before: DRAFT, after })).toEqual([
      {
        field: 'threshold',
        before: '10',
        after: '9',
        widens: '"Sweep when above" falls from 10 BTC to 9 BTC',
      },
      { field: 'keep', before: '5', after: '6', widens: null },
      { field: 'budgets.per24Hours', before: null, after: '3', widens: null },
    ]);
  });

  it('says of every amount what it is in, and of every time how long it is', () => {
    const sentences = Object.values(CASES).flatMap((cases) =>
      cases.flatMap(({ comparison }) => widens(comparison)),
    );
    const numbers = sentences.filter((each) => /\b(from|to|of) \d[\d.]*(?![\d.:-])/.test(each));
    expect(numbers.length).toBeGreaterThan(10);
    const bare = /\b(from|to|of) \d[\d.]*(?![\d.:-]| (%|[A-Z]{3}\b|(day|hour|minute|second)s?\b))/;
    // Its name says what it counts.
    const counts = (each: string) => each.startsWith('"Withdrawals in 24 hours"');
    expect(numbers.filter((each) => bare.test(each) && !counts(each))).toEqual([]);
  });

  it('says amounts of each side in its own currency', () => {
    const after = { ...DRAFT, currency: 'ETH', keep: '4' };
    expect(widens({ kind: 'rule', before: DRAFT, after })).toContain(
      '"Always keep" falls from 5 BTC to 4 ETH',
    );
  });

  it('tells two times apart to the second', () => {
    const before = { ...DRAFT, cooldownSeconds: 90_061 };
    const after = { ...before, cooldownSeconds: 90_000 };
    expect(widens({ kind: 'rule', before, after })).toEqual([
      '"Rest after a sweep" falls from 1 day 1 hour 1 minute 1 second to 1 day 1 hour',
    ]);
  });

  it('is a part of the same size that is taken of something else', () => {
    const allocation = { kind: 'percentage', basis: 'surplus', percent: '40' } as const;
    const before = { ...DRAFT, allocation };
    const other: object = { ...allocation, basis: 'balance' };
    const after = { ...DRAFT, allocation: other as typeof allocation };
    expect(widens({ kind: 'rule', before, after })).toEqual(['"How much" is another: basis']);
  });

  it('is every field that the table does not list', () => {
    const after = { ...DRAFT, ceiling: '3' };
    expect(widens({ kind: 'rule', before: DRAFT, after })).toEqual([
      '"Ceiling" changes, and what it limits is not known',
    ]);
    const budgets: object = { per7Days: '3' };
    expect(widens({ kind: 'rule', before: DRAFT, after: { ...DRAFT, budgets } })).toEqual([
      '"Budgets, per 7 days" changes, and what it limits is not known',
    ]);
  });

  it.each(['threshold', 'keep', 'minimum', 'step'] as const)(
    'is a %s that cannot be read',
    (field) => {
      const after = { ...DRAFT, [field]: 'much' };
      expect(widens({ kind: 'rule', before: DRAFT, after })).toEqual([
        `${quotedLabel(field)} cannot be compared`,
      ]);
    },
  );

  it('is a cap that cannot be read, and a step of nothing', () => {
    const before = { ...DRAFT, maximum: '5' };
    const odd = { kind: 'rule', before, after: { ...DRAFT, maximum: 'much' } } as const;
    expect(widens(odd)).toEqual(['"Largest amount" cannot be compared']);
    const none = { kind: 'rule', before: DRAFT, after: { ...DRAFT, step: '0' } } as const;
    expect(widens(none)).toHaveLength(1);
  });

  it('is not another spelling of the same amount', () => {
    expect(widens({ kind: 'rule', before: DRAFT, after: { ...DRAFT, keep: '5.0' } })).toEqual([]);
  });

  it('is a smaller cap only where it takes the approving people out', () => {
    const before = { ...DRAFT, maximum: '100', approvalAbove: '50' };
    const to = (maximum: string, change: object = {}) =>
      widens({ kind: 'rule', before, after: { ...before, maximum, ...change } });
    expect(to('50.1')).toEqual([]);
    expect(to('50')).toHaveLength(1);
    // Rounded down to the step, 60 is 40.
    expect(to('60', { step: '40' })).toHaveLength(2);
    const capped = { ...before, maximum: '50' };
    const less = { ...capped, maximum: '20' };
    expect(widens({ kind: 'rule', before: capped, after: less })).toEqual([]);
  });
});
