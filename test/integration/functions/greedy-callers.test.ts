import { describe, expect, it } from 'vitest';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';

/* One caller who asks for as much as possible: others are served as before, and stopping is never refused. */

const { deployed } = deployedForEachTest({}, 'agreed');
const steps = deploymentSteps(deployed);
const TRADES_AT_ONCE = 5;

const PROGRAM = { claims: { sub: 'desk', client_id: 'desk', scope: 'sluice/trader' } };
const INSIDER = { by: 'mallory', groups: '[viewer trader treasurer approver admin]' };
const sessionOf = (nth: number) => ({ claims: { origin_jti: `session-${nth % 2}` } });

/** Trades that are refused for other reasons count as well: no caller may have them judged for ever. */
async function flood(caller: object, times = 12) {
  const answers = [];
  for (let nth = 0; nth < times; nth++) {
    answers.push(await steps.trade({ instrument: 'no' }, `key-${nth}`, caller));
  }
  return answers;
}

describe('a caller who floods a route', () => {
  it.each([
    ['as one person with two sessions', (nth: number) => ({ ...INSIDER, ...sessionOf(nth) })],
    ['as a program', () => PROGRAM],
    ['as an insider with every role', () => INSIDER],
  ])('is told to wait, and others trade: %s', async (_as, caller) => {
    const answers = [];
    for (let nth = 0; nth < 12; nth++) answers.push(...(await flood(caller(nth), 1)));
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled.length).toBeGreaterThan(0);
    expect(throttled.length).toBeLessThanOrEqual(12 - TRADES_AT_ONCE);
    const [first] = throttled;
    expect(codeOf(first ?? { body: {} })).toBe('throttled');
    expect(Number(first?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await steps.trade(undefined, 'another', { by: 'tina' })).status).toBe(201);
  });

  it('is never refused to stop: halting, declining and cancelling have no limit', async () => {
    const asked = await steps.trade(undefined, 'to-be-stopped');
    for (let nth = 0; nth < 30; nth++) {
      for (const what of ['decline', 'cancel']) {
        const about = ['trades', String(asked.body.id)] as const;
        const { status } = await steps.decide(about, what, { comment: 'stop' }, INSIDER);
        expect([what, status]).not.toEqual([what, 429]);
      }
    }
    for (let nth = 0; nth < 12; nth++) {
      const body = { comment: 'stop' };
      const routeKey = 'POST /v1/controls/halt';
      expect((await deployed().call('halt', { routeKey, ...INSIDER, body })).status).toBe(200);
    }
  });

  it('is told to wait for computations of the past and the future as well', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        deployed().call('preview-policy', { routeKey: 'GET /v1/forecast', ...INSIDER }),
      ),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const other = await deployed().call('preview-policy', {
      routeKey: 'GET /v1/forecast',
      by: 'vic',
      groups: '[viewer]',
    });
    expect(other.status).toBe(200);
  });
});
