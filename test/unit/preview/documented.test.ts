import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { backtestResponse, previewResponse } from '../../../api/openapi/preview-responses.ts';
import { backtestBody, previewBody } from '../../../api/routes/preview.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { previewDraft } from '../../../treasury/preview/preview.ts';
import { shownByRates } from '../../../treasury/report-values/shown-by-rates.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { POLICY, RULE } from '../../samples/policy.ts';
import { EPOCH } from '../rules/samples.ts';
import { FROM, pastOf, replayOf } from './past.ts';
import { snapshotOf } from './samples.ts';

/** What the page calls the rule in force: everything above 1 BTC, from above 2. */
const IN_FORCE: SweepRule = {
  ...RULE,
  id: 'btc-cold',
  label: 'BTC to cold storage',
  threshold: '2',
  keep: '1',
  minimum: '0.01',
  step: '0.01',
};
const policy = { ...POLICY, rules: [IN_FORCE] };

async function example(name: string): Promise<unknown> {
  const page = await readFile('docs/preview.md', 'utf8');
  const json = page.split(`<!-- example: ${name} -->`)[1]?.split('```')[1]?.replace(/^json/, '');
  return JSON.parse(json ?? 'null');
}

describe('the examples of docs/preview.md', () => {
  it('are what a preview of that draft answers', async () => {
    const { effect: _, ...draft } = previewBody.parse(await example('preview request'));
    const balances = { BTC: { total: '3.25' } };
    const takenAt = plusSeconds(FROM, 1);
    const ports = {
      now: () => plusSeconds(FROM, 5),
      ...plantedStore({
        epoch: EPOCH,
        policy,
        lanes: [newLane('main', 'BTC', EPOCH)],
        snapshots: [snapshotOf({ scheduledFor: FROM, takenAt, balances })],
      }),
      shownValues: shownByRates(async () => []),
    };
    const result = await previewDraft(ports, 'main', draft);
    if (result.result !== 'previewed') throw new Error(result.result);
    const answer = previewResponse.parse(result.preview());
    const checks = answer.rules.map(({ decision, ...rest }) => ({
      ...rest,
      decision: {
        ...decision,
        checks: decision.checks.filter(({ limit }) => ['threshold', 'maximum'].includes(limit)),
      },
    }));
    expect({ ...answer, rules: checks }).toMatchObject((await example('preview answer')) as object);
  });

  it('are what a backtest of that draft answers', async () => {
    const {
      continuation: _,
      rules,
      scope,
      ...range
    } = backtestBody.parse(await example('backtest request'));
    const past = pastOf(['3.25', '3.25', '3.25', '3.25']);
    const { calls: __, ...report } = await replayOf(
      { past, policy },
      { draft: { rules, scope }, ...range },
    );
    const answer = backtestResponse.parse(report);
    expect(answer).toMatchObject((await example('backtest answer')) as object);
  });
});
