import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import { itemOf } from '../../../adapters/store/item.ts';
import { KEPT_FORECAST } from '../../../adapters/store/ledger-items.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { PROPOSED } from '../../samples/instructions.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { putItems } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';

/** Today, and not in its last minutes, in which nothing more leaves. */
const NOON = `${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOON), shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const { deployed } = deployedForEachTest();
const { snapshot } = deploymentSteps(deployed);

const compared = (query: ApiCall['query'] = {}) =>
  deployed().call('query-reports', {
    routeKey: 'GET /v1/reports/forecasts',
    query,
    groups: '[viewer]',
  });
/** A round in the first hour of today, in UTC. */
const begin = () =>
  deployed().invoke('watchdog', {
    tenant: TENANT,
    scheduledFor: `${new Date().toISOString().slice(0, 10)}T00:05:00.000Z`,
  });

describe('GET /v1/reports/forecasts', () => {
  it('has what the watchdog kept when the day began, once', async () => {
    await snapshot();
    await begin();
    await begin();
    const { status, text } = await compared({ format: 'csv' });
    expect(status).toBe(200);
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toBe(
      'day,ruleId,currency,forecast,left,difference,forecastSweeps,leftWithdrawals,forecastAt',
    );
    const day = new Date().toISOString().slice(0, 10);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.startsWith(`${day},${RULE.id},BTC,2.25,0,-2.25,1,0,`)).toBe(true);
    const days = await compared({ format: 'csv', part: 'days' });
    const [before, today] = days.text.trim().split('\r\n').slice(-2);
    expect(before?.endsWith(',none,')).toBe(true);
    expect(today?.startsWith(`${day},whole,${day}T`)).toBe(true);
  });

  it('compares it with confirmed withdrawals by the moment at which they were sent', async () => {
    const sent: Instruction = {
      ...PROPOSED,
      tenant: TENANT,
      status: {
        state: 'confirmed',
        at: '2026-01-05T09:00:10.400Z',
        confirmation: { kind: 'withdrawal', withdrawals: [], taken: '1.2' },
        evidence: '',
      },
      history: [
        ...PROPOSED.history,
        {
          at: '2026-01-05T09:00:02.100Z',
          state: 'sending',
          fact: { code: 'claimed', sendBy: '2026-01-05T09:00:12.100Z' },
        },
      ],
      version: 3,
    };
    const ruleId = sent.origin.kind === 'sweep' ? sent.origin.ruleId : '';
    const kept = {
      ...{ tenant: TENANT, day: '2026-01-05', timeZone: 'UTC', complete: true },
      ...{ madeAt: '2026-01-05T00:00:05.000Z', to: '2026-01-06T00:00:00.000Z' },
      leaving: [{ ruleId, currency: 'BTC', sweeps: 1, amount: '1.5' }],
    };
    await putItems(deployed().ledgerTable, [
      itemOf(INSTRUCTION, TENANT, sent),
      itemOf(KEPT_FORECAST, TENANT, kept),
    ]);
    const range = { from: '2026-01-05T00:00:00.000Z', to: '2026-01-06T00:00:00.000Z' };
    const { text } = await compared({ ...range, format: 'csv' });
    expect(text.trim().split('\r\n').slice(1)).toEqual([
      `2026-01-05,${ruleId},BTC,1.5,1.2,-0.3,1,1,2026-01-05T00:00:05.000Z`,
    ]);
    const long = await compared({ ...range, from: '2024-01-01T00:00:00.000Z', format: 'csv' });
    expect(long.status).toBe(400);
  });
});
