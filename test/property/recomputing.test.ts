import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { evaluate } from '../../treasury/rules/evaluate.ts';
import { occurrencesBetween } from '../../treasury/schedules/schedule.ts';
import { decideByPage } from './page-evaluator.ts';
import { inputOf } from './page-input.ts';
import { drawnSituation, RULES_OF_ONE } from './page-situations.ts';

/*
 * Goal: docs/recomputing.md is enough to work out a decision.
 * Method: drawn situations of several rules are decided by Sluice and by the evaluator that was written from the page.
 */

/** What the page says. */
const RULES = 1_000;
const LONGEST_MS = 120_000;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_007);

const page = readFileSync('docs/recomputing.md', 'utf8');

describe('docs/recomputing.md', () => {
  it(`is enough to decide ${RULES} drawn rules, SEED=${SEED}`, { timeout: LONGEST_MS }, () => {
    const met = new Map<string, number>();
    const property = fc.property(drawnSituation, (situation) => {
      const decided = evaluate(inputOf(situation)).map((each) => {
        const sweeps = each.outcome === 'sweep';
        const { reason } = each.outcome === 'sweep' ? { reason: null } : each;
        met.set(reason ?? 'sweep', (met.get(reason ?? 'sweep') ?? 0) + 1);
        return {
          ruleId: each.ruleId,
          reason,
          amount: sweeps ? each.amount : (each.wouldSweep ?? null),
          needsApproval: sweeps && each.needsApproval,
        };
      });
      expect(decideByPage(situation)).toEqual(decided);
    });
    const found = fc.check(property, { numRuns: RULES / RULES_OF_ONE, seed: SEED });
    if (found.failed) throw new Error(`SEED=${SEED}\n${fc.defaultReportMessage(found)}`);
    for (const each of [
      'sweep',
      'below-threshold',
      'below-minimum',
      'withdrawals-exhausted',
      'budget-exhausted',
      'no-price',
      'price-jumped',
      'limit-unknown',
      'dry-run',
    ]) {
      expect(met.get(each) ?? 0, each).toBeGreaterThan(0);
    }
  });

  it('lists the reasons in their order', () => {
    const listed = /<!-- reasons in order -->\n([\s\S]*?)\n<!-- end of reasons -->/.exec(page)?.[1];
    expect(listed).toBe(NO_SWEEP_REASONS.map((each) => `\`${each}\``).join(', '));
  });

  it('says when an hourly schedule falls in the night in which the clocks go back', () => {
    const fallsOf = (expression: string) =>
      occurrencesBetween(
        { kind: 'cron', expression, timeZone: 'Europe/Zurich' },
        '2026-10-24T21:59:59.000Z',
        '2026-10-25T22:59:59.000Z',
        200,
      );
    const hourly = fallsOf('0 * * * ? *');
    expect(hourly.length).toBe(24);
    expect(hourly.slice(2, 4)).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-25T02:00:00.000Z']);
    const quarters = fallsOf('*/15 * * * ? *').filter((at) => at >= '2026-10-25T00:00');
    expect(quarters.slice(3, 5)).toEqual(['2026-10-25T00:45:00.000Z', '2026-10-25T02:00:00.000Z']);
  });
});
