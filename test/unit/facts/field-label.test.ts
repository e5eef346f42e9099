import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../console/screens/rules/fields.ts';
import type { Definitions } from '../../../console/screens/rules/json-schema.ts';
import { FIELDS as CONTROLS } from '../../../console/screens/settings/controls-fields.ts';
import { showComparison } from '../../../treasury/changes/widens.ts';
import { fieldLabel } from '../../../treasury/facts/sentences/field-label.ts';
import { CASES } from '../changes/cases.ts';

/** Every change of something that stands, of every kind, field by field. */
const CHANGES = Object.values(CASES).flatMap((cases) =>
  cases.flatMap(({ comparison }) =>
    comparison.before === null ? [] : showComparison(comparison).differences,
  ),
);

describe('a field of the policy', () => {
  it.each([
    ['budgets.per24Hours', 'Budget for 24 hours'],
    ['details.beneficiary.address', 'Beneficiary, address'],
    ['approvalTiers.twoAbove', 'Two people above'],
    ['currencyModes.BTC', 'Stricter for BTC'],
    ['withdrawalLimits.counterparties.Bank.per30Days', 'Leaves to a counterparty Bank, in 30 days'],
    ['schedule.days.weekend', 'When, days, weekend'],
    ['someSeconds', 'Some'],
    ['budgets.perWeek', 'Budgets, per week'],
  ])('%s is called "%s"', (path, label) => expect(fieldLabel(path)).toBe(label));

  it('is called as its form calls it, in the sentence that an approver reads', () => {
    const { $defs } = JSON.parse(readFileSync('docs/policy.schema.json', 'utf8')) as {
      readonly $defs: Definitions;
    };
    const forms = ['SweepRuleBody', 'MatchingRuleBody'].flatMap((name) => fieldsOf($defs, name));
    for (const { path, label } of forms) expect(fieldLabel(path)).toBe(label);
    const named = new Set([...forms, ...CONTROLS].map(({ path }) => path));
    const wider = CHANGES.filter(({ field, widens }) => widens !== null && named.has(field));
    expect(wider.length).toBeGreaterThan(20);
    // What follows from several fields together names none.
    const ofOne = wider.filter(({ widens }) => !widens?.startsWith('sweeps become'));
    for (const { field, widens } of ofOne) expect(widens).toContain(fieldLabel(field));
  });

  it('has no name of the API in its label', () => {
    expect(CHANGES.length).toBeGreaterThan(50);
    for (const { field } of CHANGES) {
      expect(fieldLabel(field), field).toMatch(/^[A-Z]/);
      expect(fieldLabel(field), field).not.toMatch(/[a-z][A-Z]/);
    }
  });
});
