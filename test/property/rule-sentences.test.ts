import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../console/screens/rules/fields.ts';
import type { Definitions } from '../../console/screens/rules/json-schema.ts';
import { bodyOf, draftOf, valuesOf } from '../../console/screens/rules/values.ts';
import { ruleSentence } from '../../treasury/facts/sentences/rule.ts';
import { asText } from '../../treasury/facts/sentences/sentence.ts';
import { type SweepRuleDraft, sweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import { shareOf } from '../thoroughness.ts';
import { drawnPolicy, rulesOf } from './drawn-policies.ts';

/*
 * A rule is one sentence: of the file, of the form that a proposer fills in, and of the change that an approver reads.
 */

const RUNS = shareOf(2_000);

const { $defs } = JSON.parse(readFileSync('docs/policy.schema.json', 'utf8')) as {
  readonly $defs: Definitions;
};
const FIELDS = fieldsOf($defs, 'SweepRuleBody');

const said = (rule: Parameters<typeof ruleSentence>[0]) => asText(ruleSentence(rule));

/** Whether a field's value stands in the sentence. A new field does not compile here before that is decided. */
const SAYS: Readonly<Record<keyof SweepRuleDraft, (rule: SweepRuleDraft) => boolean>> = {
  // Beside the sentence: which rule it is, why, and whose.
  id: () => false,
  label: () => false,
  purpose: () => false,
  owner: () => false,
  currency: () => true,
  kind: ({ kind }) => kind !== undefined,
  withdrawalAccountId: ({ kind, split }) => kind === undefined && split === undefined,
  split: ({ split }) => split !== undefined,
  into: ({ kind }) => kind !== undefined,
  instrument: ({ instrument }) => instrument !== undefined,
  // It follows from the instrument and the currency.
  side: () => false,
  low: ({ low }) => low !== undefined,
  threshold: () => true,
  keep: () => true,
  allocation: ({ allocation }) => allocation.kind !== 'all',
  minimum: ({ minimum }) => minimum !== '0',
  maximum: ({ maximum }) => maximum !== undefined,
  step: () => true,
  budgets: ({ budgets }) => Object.keys(budgets).length > 0,
  withdrawalsPer24Hours: ({ withdrawalsPer24Hours }) => withdrawalsPer24Hours !== undefined,
  cooldownSeconds: ({ cooldownSeconds }) => cooldownSeconds > 0,
  schedule: ({ schedule }) => schedule.kind === 'cron',
  latestStartSeconds: ({ schedule, latestStartSeconds = 3_600 }) =>
    schedule.kind === 'cron' && latestStartSeconds !== 3_600,
  calendars: ({ calendars = [] }) => calendars.length > 0,
  convention: ({ convention = 'skip', calendars = [], schedule }) =>
    convention !== 'skip' && calendars.length > 0 && schedule.kind === 'cron',
  cutOff: ({ cutOff }) => cutOff !== undefined,
  maximumBalanceAgeSeconds: () => true,
  // How it is tried again, and in which order.
  backoff: () => false,
  priority: () => false,
  approvalAbove: ({ approvalAbove }) => approvalAbove !== undefined,
  enabled: ({ enabled }) => !enabled,
};

const KEYS = Object.keys(SAYS) as readonly (keyof SweepRuleDraft)[];

/** Without what the form leaves out, since it says nothing there: no calendar, and a convention without a time to move. */
function withoutIdle(rule: SweepRuleDraft): SweepRuleDraft {
  const { calendars = [], convention, ...rest } = rule;
  if (calendars.length === 0) return rest;
  const moves = rule.schedule.kind === 'cron' && convention !== undefined;
  return { ...rest, calendars, ...(moves && { convention }) };
}

describe('the sentence of a rule', () => {
  it('is left with a gap, or another one, where a field that it says is taken away', () => {
    fc.assert(
      fc.property(drawnPolicy, (drawn) => {
        for (const rule of rulesOf(drawn)) {
          for (const key of KEYS) {
            const { [key]: _, ...without } = rule;
            const isSaid = said(without) !== said(rule);
            expect(isSaid, `${key} of ${JSON.stringify(rule)}`).toBe(SAYS[key](rule));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('is the same of the form that a proposer sees', () => {
    fc.assert(
      fc.property(drawnPolicy, (drawn) => {
        for (const rule of rulesOf(drawn)) {
          expect(said(draftOf(FIELDS, valuesOf(FIELDS, rule)))).toBe(said(rule));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('stands over a form that sends the rule as it was opened', () => {
    fc.assert(
      fc.property(drawnPolicy, (drawn) => {
        for (const rule of rulesOf(drawn)) {
          const body = bodyOf(FIELDS, valuesOf(FIELDS, rule));
          expect(sweepRuleDraft.parse(body)).toEqual(sweepRuleDraft.parse(withoutIdle(rule)));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
