import { expect, it } from 'vitest';
import { showComparison, widens } from '../../../treasury/changes/widens.ts';
import { sayAuditEntry } from '../../../treasury/facts/sentences/say/say-audit.ts';
import {
  FIELD_WIDENINGS,
  LISTED_WIDENINGS,
  MOVED_WIDENINGS,
} from '../../../treasury/facts/widening-facts.ts';
import type { Comparison } from '../../../treasury/ledger/policy-change.ts';
import { RULE } from '../../samples/policy.ts';
import { sentencesIn } from '../../stored-sentences.ts';
import { CASES } from './cases.ts';

const { version: _version, activeSince: _since, ...DRAFT } = RULE;
const noon = (timeZone: string) => ({ cutOff: { time: '12:00', timeZone } });
const percent = { kind: 'percentage', basis: 'surplus', percent: '40' } as const;

/** What no case has: changes of a rule that its schema refuses, or that only a later version knows. */
const ODD = [
  [{}, { threshold: 'much' }],
  [{}, { ceiling: '3' }],
  [{}, { kind: 'conversion' }],
  [{ into: 'USD' }, { into: 'EUR' }],
  [noon('UTC'), noon('Europe/Zurich')],
  [{ allocation: percent }, { allocation: { ...percent, basis: 'balance' } }],
].map(
  ([before, after]) =>
    ({
      kind: 'rule',
      before: { ...DRAFT, ...before },
      after: { ...DRAFT, ...after },
    }) as unknown as Comparison,
);

/** Each case, and the way back of each. */
const COMPARISONS = [
  ...ODD,
  { kind: 'matching-rule', before: { hours: {} }, after: {} } as unknown as Comparison,
  ...Object.values(CASES).flatMap((cases) =>
    cases.flatMap(({ comparison }) => {
      const { before, after } = comparison;
      const back = { ...comparison, before: after, after: before } as Comparison;
      return before === null ? [comparison] : [comparison, back];
    }),
  ),
];

it('why a change widens is stored as facts, and an entry of it reads as its approver read it', () => {
  for (const comparison of COMPARISONS) {
    const stored: unknown = JSON.parse(JSON.stringify({ widens: widens(comparison) }));
    expect([...sentencesIn(stored)]).toEqual([]);
    expect(sayAuditEntry({ after: stored })).toEqual(showComparison(comparison).widens);
  }
});

it('each code is one that a change of the policy has', () => {
  const had = new Set<string>(COMPARISONS.flatMap(widens).map(({ code }) => code));
  const codes = [...FIELD_WIDENINGS, ...MOVED_WIDENINGS, ...LISTED_WIDENINGS];
  expect(codes.filter((code) => !had.has(code))).toEqual([]);
});

it('nothing is said of an entry of another act, nor of a code that a later version wrote', () => {
  expect(sayAuditEntry({ after: { version: 2 } })).toEqual([]);
  expect(sayAuditEntry({ after: null })).toEqual([]);
  expect(sayAuditEntry({ after: { widens: [{ code: 'of-tomorrow', field: 'keep' }] } })).toEqual(
    [],
  );
});
