import { describe, expect, it } from 'vitest';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import type { ApiCall } from './deployed-functions.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { instructions, snapshot, sweep, watch } = deploymentSteps(deployed);

/** A withdrawal of the rule whose answer never came, with the evidence of a later snapshot. */
async function unknownSweep(): Promise<string> {
  const fault = { kind: 'execute-then-reset-before-headers' } as const;
  deployed().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault, times: 1 });
  await sweep();
  await snapshot();
  await watch();
  return String((await instructions('unknown'))[0]?.id?.S);
}

const read = (routeKey: string, expand?: string, more: Partial<ApiCall> = {}) =>
  deployed().call('query-ledger', {
    routeKey,
    groups: '[viewer]',
    ...more,
    query: { ...(expand !== undefined && { expand }), ...more.query },
  });

/** The list, and the same instruction by itself: both show it alike. */
async function bothOf(list: string, id: string, expand?: string) {
  const { items } = (await read(`GET /v1/${list}`, expand)).body;
  const { names: _, ...one } = (await read(`GET /v1/${list}/{id}`, expand, { path: { id } })).body;
  expect(items).toEqual([one]);
  return one;
}

describe('expand', () => {
  it.each(['withdrawals', 'instructions'])(
    'shows a summary of the evidence, or all of it: %s',
    async (list) => {
      const id = await unknownSweep();
      const short = await bothOf(list, id);
      expect(short).not.toHaveProperty('decisions');
      const { evidence } = short as { evidence: Record<string, unknown> };
      expect(evidence).toMatchObject({
        digest: expect.stringMatching(/^[0-9a-f]{16}$/),
        readings: 1,
        explains: { executed: true, notExecuted: false },
        currencies: [{ currency: RULE.currency, unexplainedIfExecuted: '0' }],
      });
      expect(evidence).not.toHaveProperty('points');
      expect(JSON.stringify(evidence.currencies)).not.toMatch(/explanations|earlierFlows/);
      const whole = await bothOf(list, id, 'evidence');
      expect(whole.evidence).toMatchObject({
        ...evidence,
        points: [{ balances: { [RULE.currency]: expect.any(String) } }],
        currencies: [{ explanations: [{ executed: true, shownLate: [] }], earlierFlows: [] }],
      });
      const { evidence: _, ...rest } = whole;
      const { evidence: __, ...before } = short;
      expect(rest).toEqual(before);
    },
  );

  it('shows the decision of the rule, with its checks', async () => {
    const id = await unknownSweep();
    for (const list of ['withdrawals', 'instructions']) {
      const { decisions, evidence } = await bothOf(list, id, 'decisions,evidence');
      expect(decisions).toMatchObject([
        {
          instructionId: id,
          decision: { ruleId: RULE.id, outcome: 'sweep', checks: expect.any(Array) },
        },
      ]);
      expect(evidence).toHaveProperty('points');
    }
  });

  it('has no decisions of what a person or a program asked for', async () => {
    const { trade } = deploymentSteps(deployed);
    const { body } = await trade();
    expect(await bothOf('trades', String(body.id), 'decisions')).toMatchObject({ decisions: [] });
  });

  it('refuses what it does not know, and more decisions than it looks up', async () => {
    const answers = await Promise.all([
      read('GET /v1/withdrawals', 'evidence,history'),
      read('GET /v1/withdrawals', 'decisions', { query: { limit: '51' } }),
    ]);
    expect(answers.map(codeOf)).toEqual(['invalid-query', 'invalid-query']);
    expect(answers[0]?.body.fields).toMatchObject([
      {
        field: 'expand',
        seen: expect.stringContaining('history'),
        accepted: expect.stringContaining('decisions, evidence'),
      },
    ]);
    expect(answers[1]?.text).toContain('at most 50');
    expect((await read('GET /v1/withdrawals', 'evidence', { query: { limit: '51' } })).status).toBe(
      200,
    );
  });
});
