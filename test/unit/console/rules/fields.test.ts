import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../console/screens/rules/field.ts';
import { sectionOf } from '../../../../console/screens/rules/field-texts.ts';
import { fieldsOf } from '../../../../console/screens/rules/fields.ts';
import type { Definitions } from '../../../../console/screens/rules/json-schema.ts';
import { bodyOf, valuesOf } from '../../../../console/screens/rules/values.ts';

const { $defs } = JSON.parse(readFileSync('docs/policy.schema.json', 'utf8')) as {
  readonly $defs: Definitions;
};
const FIELDS = fieldsOf($defs, 'SweepRuleBody');

function field(path: string): Field {
  const found = FIELDS.find((each) => each.path === path);
  if (found === undefined) throw new Error(`no field ${path}`);
  return found;
}

describe('the fields of the rule editor', () => {
  it('are all that the schema of a rule has, the parts of a choice among them', () => {
    expect(FIELDS.map(({ path }) => path)).toEqual([
      ...['id', 'label', 'purpose', 'owner', 'currency', 'kind', 'withdrawalAccountId', 'split'],
      ...['into', 'instrument', 'side', 'low', 'threshold', 'keep'],
      ...['allocation.kind', 'allocation.percent', 'allocation.amount', 'minimum', 'maximum'],
      ...[
        'step',
        'budgets.per24Hours',
        'budgets.per30Days',
        'withdrawalsPer24Hours',
        'cooldownSeconds',
      ],
      ...['schedule.kind', 'schedule.expression', 'schedule.timeZone', 'latestStartSeconds'],
      ...['calendars', 'convention', 'cutOff.time', 'cutOff.timeZone'],
      ...['maximumBalanceAgeSeconds', 'backoff.firstSeconds', 'backoff.maximumSeconds'],
      ...['priority', 'approvalAbove', 'enabled'],
    ]);
  });

  it('are those of a sweep or of a conversion, as the rule is', () => {
    expect(field('kind')).toMatchObject({ kind: 'choice', options: ['sweep', 'convert'] });
    expect(field('withdrawalAccountId')).toMatchObject({
      isRequired: true,
      onlyIf: { path: 'kind', is: 'sweep' },
    });
    expect(field('into')).toMatchObject({
      kind: 'currency',
      isRequired: true,
      onlyIf: { path: 'kind', is: 'convert' },
    });
    const values = { kind: 'convert', currency: 'ETH', into: 'USD', withdrawalAccountId: 'a' };
    expect(bodyOf(FIELDS, { ...values, side: 'any' })).toEqual({
      currency: 'ETH',
      kind: 'convert',
      into: 'USD',
    });
    expect(bodyOf(FIELDS, { ...values, kind: 'sweep' })).toEqual({
      currency: 'ETH',
      withdrawalAccountId: 'a',
    });
    expect(valuesOf(FIELDS, { currency: 'ETH' })).toMatchObject({ kind: 'sweep', side: 'any' });
  });

  it('have the kind, the bounds and the default that the contract gives them', () => {
    expect(field('threshold')).toMatchObject({ kind: 'amount', isRequired: true, orValue: true });
    expect(field('step')).toMatchObject({ kind: 'amount', isPositive: true, orValue: false });
    expect(field('purpose')).toMatchObject({ kind: 'text', longest: 300 });
    expect(field('allocation.percent')).toMatchObject({
      kind: 'percent',
      onlyIf: { path: 'allocation.kind', is: 'percentage' },
    });
    expect(field('allocation.kind')).toMatchObject({
      kind: 'choice',
      options: ['all', 'percentage', 'fixed'],
      absent: 'all',
    });
    expect(field('cooldownSeconds')).toMatchObject({ kind: 'seconds', absent: '0', least: 0 });
    expect(field('latestStartSeconds')).toMatchObject({ kind: 'seconds', absent: '3600' });
    expect(field('minimum')).toMatchObject({ kind: 'amount', absent: '0', orValue: true });
    expect(field('priority')).toMatchObject({ kind: 'whole-number', least: 0, most: 10_000 });
    expect(field('enabled')).toMatchObject({ kind: 'switch', absent: 'true' });
    expect(field('budgets.per24Hours').isRequired).toBe(false);
  });

  it('are explained by the sentences of the contract, without what the form itself shows', () => {
    expect(field('threshold').help).toBe('The rule sweeps above this balance, not at it.');
    expect(field('maximum').help).toBe(
      'A sweep is never larger, more than 0. Empty: no such limit.',
    );
    expect(field('allocation.kind').help).toBe(
      'Which part of the surplus (balance less "Always keep") a sweep takes.',
    );
    for (const { path, help } of FIELDS) {
      expect(help, path).not.toBe('');
      expect(help, path).not.toMatch(/decimal text|Absent/);
    }
  });

  it('of a field that the console has no name for are still shown', () => {
    const definitions: Definitions = {
      Other: { properties: { feeReserve: { type: 'string', description: 'Decimal text.' } } },
    };
    expect(fieldsOf(definitions, 'Other')).toMatchObject([
      { path: 'feeReserve', label: 'Fee reserve', kind: 'amount' },
    ]);
    expect(sectionOf('feeReserve')).toBe('More');
  });
});
