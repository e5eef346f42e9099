import { describe, expect, it } from 'vitest';
import { filledAsAsked } from '../../../treasury/evidence/expected-change.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { formatDecimal } from '../../../treasury/money/decimal-text.ts';
import type { RollingNotional } from '../../../treasury/policy/controls.ts';
import { settle } from '../../../treasury/settlement/settle.ts';
import { countedOf } from '../../samples/counts.ts';
import { sendingSteps } from './sending-steps.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');
const { watchOnce } = sendingSteps(treasury);

const { trades, place } = tradeSteps(treasury);

describe('the rolling limits on the real ledger', () => {
  const limited = (per24Hours: RollingNotional) =>
    treasury().putControls({
      trades: { instruments: ['BTC/USD'], maximumNotional: '1000000', per24Hours },
    });
  const traded = async () =>
    countedOf(await treasury().ledger.readCounts(TENANT, 'trade-usage'), 'traded').hours;

  it('count what was sent, and let nothing beyond them pass', async () => {
    const bid = Number(treasury().sandbox.prices()['BTC/USD']?.bid);
    await limited({ person: `${bid * 0.25}` });
    expect(await place('0.1', 'key-1')).toMatchObject({ result: 'concluded' });
    expect(await place('0.1', 'key-2')).toMatchObject({ result: 'concluded' });
    expect(await place('0.1', 'key-3')).toMatchObject({
      refusal: { code: 'rolling-limit-reached', numbers: { scope: 'person' } },
    });
    expect(await place('0.1', 'key-4', {}, 'tom')).toMatchObject({ result: 'concluded' });
    expect(trades()).toHaveLength(3);
  });

  it('keep what may have been executed, and get back what is proven not to have left', async () => {
    treasury().sandbox.queueFault({
      on: 'POST /v1/trades',
      fault: { kind: 'hang-without-execution' },
    });
    const { service } = treasury();
    const closed = {
      ...service,
      sendTrade: async () =>
        ({
          kind: 'not-sent',
          cause: 'refused',
          serviceAnswer: 'the connection is refused',
        }) as const,
    };
    expect(await place('0.1', 'key-1', { service: closed })).toMatchObject({
      instruction: { status: { state: 'not-sent' } },
    });
    expect(await traded()).toEqual({});
    expect(await place('0.1', 'key-2')).toMatchObject({
      instruction: { status: { state: 'unknown' } },
    });
    expect(Object.values(await traded())).toHaveLength(1);
  });

  /** Longer than the quarantine of a request; then a reading of the balances, and the watchdog. */
  const quarantineOver = async () => {
    treasury().pass(300);
    await treasury().snapshot();
    return (await watchOnce()).actions;
  };

  it('get back what the service refused, once the balances prove that nothing was executed', async () => {
    const fault = { kind: 'status', status: 422 } as const;
    treasury().sandbox.queueFault({ on: 'POST /v1/trades', fault });
    expect(await place()).toMatchObject({ instruction: { status: { state: 'rejected' } } });
    expect(Object.values(await traded())).toHaveLength(1);
    expect(await quarantineOver()).toMatchObject([{ kind: 'lane-freed' }, { kind: 'lane-freed' }]);
    expect(await traded()).toEqual({});
    expect((await watchOnce()).actions).toEqual([]);
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('know what two people say became of it: executed is %s', async (executed, hours) => {
    const kind = executed ? 'execute-then-hang' : 'hang-without-execution';
    treasury().sandbox.queueFault({ on: 'POST /v1/trades', fault: { kind } });
    const placed = await place();
    const id = placed.result === 'concluded' ? placed.instruction.id : '';
    await quarantineOver();
    for (const by of ['ada', 'bob']) {
      const instruction = await treasury().ledger.readInstruction(TENANT, id);
      const evidence = instruction?.evidence?.digest ?? '';
      const command = {
        tenant: TENANT,
        instructionId: id,
        by,
        executed,
        ...(executed && instruction?.content.kind === 'trade'
          ? { fill: filledAsAsked(instruction.content) }
          : {}),
        comment: 'looked up',
        evidence,
      };
      const said = await settle(treasury().ports, { ...command, requestId: 'request-4' });
      expect(said.result).toBe(by === 'ada' ? 'proposed' : 'settled');
    }
    expect(Object.values(await traded())).toHaveLength(hours);
  });

  it('keep the share of what was filled of a trade that people found cancelled', async () => {
    const fault = {
      kind: 'trade-left-open',
      filledPercent: 40,
      state: 'partially_filled',
    } as const;
    treasury().sandbox.queueFault({ on: 'POST /v1/trades', fault });
    const placed = await place('0.1');
    const held = placed.result === 'concluded' ? placed.instruction : null;
    expect(held?.status).toMatchObject({ state: 'unknown', cause: 'state-open' });
    const whole = Object.values(await traded())[0] ?? '0';
    const content = held?.content.kind === 'trade' ? held.content : null;
    if (held === null || content === null) throw new Error('no trade was placed');
    const quote = new Decimal(content.price).times('0.04');
    const fill = { base: '0.04', quote: formatDecimal(quote) };
    const says = async (by: string) => {
      const now = await treasury().ledger.readInstruction(TENANT, held.id);
      return await settle(treasury().ports, {
        ...{ tenant: TENANT, instructionId: held.id, by, executed: true, fill },
        ...{ comment: 'cancelled, as its list says', evidence: now?.evidence?.digest ?? '' },
        requestId: 'request-5',
      });
    };
    expect(await says('ada')).toMatchObject({ refusal: { code: 'in-quarantine' } });
    await quarantineOver();
    expect((await says('ada')).result).toBe('proposed');
    expect((await says('bob')).result).toBe('settled');
    const [kept = '0'] = Object.values(await traded());
    expect(kept).toBe(formatDecimal(new Decimal(whole).times('0.4')));
    const [base, quoteLane] = await Promise.all(['BTC', 'USD'].map((c) => treasury().lane(c)));
    expect(base?.status.state).toBe('idle');
    expect(base?.recent?.at(-1)?.change).toBe('-0.04');
    expect(quoteLane?.recent?.at(-1)?.change).toBe(formatDecimal(quote));
  });
});
