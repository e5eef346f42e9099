import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { fieldTable } from '../../../api/policy-reference/field-tables.ts';
import { policyPage } from '../../../api/policy-reference/policy-page.ts';
import {
  POLICY_PARTS,
  policySchemaDocument,
} from '../../../api/policy-reference/policy-schema-document.ts';
import { parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import { decisionsOf } from './worked-example.ts';

const page = readFileSync('docs/policy.md', 'utf8');
const demo = JSON.parse(readFileSync('local/demo-policy.json', 'utf8')) as Record<string, unknown>;
const EXAMPLE =
  /### ([^\n]+)\n|<!-- example -->\n\n```json\n([\s\S]*?)\n```\n\n```text\n([\s\S]*?)\n```/g;

function examples(): readonly (readonly [heading: string, json: string, decisions: string])[] {
  let heading = '';
  return [...page.matchAll(EXAMPLE)].flatMap(([, title, json, decisions]) => {
    heading = title ?? heading;
    return json === undefined || decisions === undefined ? [] : [[heading, json, decisions]];
  });
}

const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { uuid: true } });
const accepts = ajv.compile(policySchemaDocument());

describe('the reference of the policy', () => {
  it.each(examples())('%s: the rules decide as the page says', (_, json, decisions) => {
    expect(decisionsOf(JSON.parse(json))).toBe(decisions);
  });

  it('has an example for each heading below "Worked examples"', () => {
    const headings = page.split('## Worked examples')[1]?.match(/^### .*$/gm) ?? [];
    expect(new Set(examples().map(([heading]) => `### ${heading}`))).toEqual(new Set(headings));
    expect(page.match(/<!-- example -->/g)).toHaveLength(examples().length);
  });

  it('has the tables and the schema that the sources make', () => {
    expect(policyPage(page), 'npm run docs:policy writes it').toBe(page);
    const written = JSON.parse(readFileSync('docs/policy.schema.json', 'utf8')) as unknown;
    expect(written, 'npm run docs:policy writes it').toEqual(policySchemaDocument());
  });

  it('says of every field what it means, and what holds without it', () => {
    for (const part of POLICY_PARTS) {
      const rows = fieldTable(policySchemaDocument(), part).split('\n').slice(2);
      for (const row of rows)
        expect(row).toMatch(/^\| `[\w.-]+` \| [^|]+ \| [^|]+ \| [^|]{10,}\. \|$/);
    }
  });
});

describe('the tables of the reference', () => {
  it('have every part that a policy file can hold, and the list of parts names each', () => {
    const { properties } = policySchemaDocument() as { readonly properties: object };
    const names = Object.keys(properties).filter((name) => name !== '$schema');
    expect(POLICY_PARTS).toHaveLength(names.length);
    for (const name of names) expect(page).toContain(`- \`${name}\``);
    expect(() => policyPage(page.replace('<!-- fields: CalendarBody -->', ''))).toThrow(
      'CalendarBody',
    );
  });

  it('call dates and times what they are', () => {
    const accepted = (part: string, field: string) => {
      const row = fieldTable(policySchemaDocument(), part)
        .split('\n')
        .find((each) => each.startsWith(`| \`${field}\` |`));
      return row?.split(' | ')[1];
    };
    for (const [part, field] of [
      ['CalendarBody', 'from'],
      ['CalendarBody', 'until'],
      ['CalendarBody', 'holidays.date'],
      ['ManualRateBody', 'from'],
      ['ManualRateBody', 'until'],
    ] as const) {
      expect(accepted(part, field)).toBe('date, `YYYY-MM-DD`');
    }
    expect(accepted('SweepRuleBody', 'cutOff.time')).toBe('time, `HH:MM`');
    expect(accepted('MatchingRuleBody', 'hours.from')).toBe('time, `HH:MM`');
    expect(accepted('MatchingRuleBody', 'hours.to')).toBe('time, `HH:MM`, or `24:00`');
  });

  it('are not written with a bound that the schema does not have', () => {
    const field = { type: 'integer', maximum: 1000, description: 'A number. Absent: none.' };
    const document = { $defs: { Part: { properties: { field } } } };
    expect(() => fieldTable(document, 'Part')).toThrow('a schema without minimum');
    const bounded = { ...field, minimum: 1 };
    const whole = { $defs: { Part: { properties: { field: bounded } } } };
    expect(fieldTable(whole, 'Part')).toContain('1 to 1,000');
  });
});

describe('the JSON Schema of a policy file', () => {
  it('accepts the demo policy, which names it', () => {
    expect(accepts(demo), ajv.errorsText(accepts.errors)).toBe(true);
    expect(demo.$schema).toBe('../docs/policy.schema.json');
    expect(parsePolicyFile(demo).ok).toBe(true);
  });

  it.each([
    ['an unknown field', { ...demo, limits: {} }],
    ['an amount that is a number', changed({ threshold: 5 })],
    [
      'a mode that there is not',
      { ...demo, controls: { ...(demo.controls as object), mode: 'on' } },
    ],
    ['a rule without its threshold', changed({ threshold: undefined })],
    ['a currency in lower case', changed({ currency: 'btc' })],
  ])('refuses %s, as Sluice does', (_, file) => {
    const json = JSON.parse(JSON.stringify(file)) as unknown;
    expect(accepts(json)).toBe(false);
    expect(parsePolicyFile(json).ok).toBe(false);
  });

  it('is no way to smuggle a field in: a "$schema" that is no text is refused', () => {
    expect(parsePolicyFile({ ...demo, $schema: {} })).toMatchObject({ ok: false });
  });
});

function changed(change: Readonly<Record<string, unknown>>): unknown {
  const [first, ...others] = demo.rules as readonly object[];
  return { ...demo, rules: [{ ...first, ...change }, ...others] };
}
