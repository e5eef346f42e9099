import { describe, expect, it } from 'vitest';
import { sendWithdrawal } from '../../../treasury/outgoing/kinds/withdrawal.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');

const { belowMarket: atMarket, placeRequest: place, trades } = tradeSteps(treasury);

describe('a trade', () => {
  it('is sent once and recorded with what the service answered', async () => {
    const result = await place(atMarket());
    expect(result).toMatchObject({
      result: 'concluded',
      replayed: false,
      instruction: { status: { state: 'confirmed', confirmation: { kind: 'trade' } } },
    });
    expect(trades()).toHaveLength(1);
  });

  it('is answered from the record where key and body are repeated', async () => {
    const request = atMarket();
    const first = await place(request);
    const again = await place(request);
    expect(again).toMatchObject({ result: 'concluded', replayed: true });
    expect(again).toMatchObject({ instruction: 'instruction' in first ? first.instruction : {} });
    expect(trades()).toHaveLength(1);
  });

  it('is refused where the key is repeated with another body', async () => {
    await place(atMarket('0.1'));
    expect(await place(atMarket('0.2'))).toMatchObject({ result: 'key-reused' });
    expect(trades()).toHaveLength(1);
  });

  it('is sent once where the same key comes many times at once', async () => {
    const request = atMarket();
    const results = await Promise.all(Array.from({ length: 6 }, () => place(request)));
    expect(trades()).toHaveLength(1);
    const kinds = new Set(results.map(({ result }) => result));
    expect([...kinds].every((kind) => ['concluded', 'in-flight', 'refused'].includes(kind))).toBe(
      true,
    );
  });

  it('makes a sweep decided on balances from before it decide again', async () => {
    const { proposed } = await treasury().tick();
    const id = proposed[0]?.id ?? '';
    const { service } = treasury();
    let traded = false;
    const interrupted = {
      ...service,
      readBalances: async () => {
        const reading = await service.readBalances();
        if (!traded) {
          traded = true;
          expect(await place(atMarket('1.5'))).toMatchObject({ result: 'concluded' });
        }
        return reading;
      },
    };
    const sent = await sendWithdrawal({ ...treasury().ports, service: interrupted }, TENANT, id);
    // 2.25 of 3.25 BTC were to leave; with 1.75 BTC left they are no longer above what stays.
    expect(sent).toMatchObject({ result: 'cancelled' });
    expect(treasury().posts('/v1/withdrawals')).toHaveLength(0);
  });

  it('of unknown outcome blocks sweeps and trades of both its currencies', async () => {
    treasury().sandbox.queueFault({ on: 'POST /v1/trades', fault: { kind: 'execute-then-hang' } });
    const unknown = await place(atMarket());
    expect(unknown).toMatchObject({ instruction: { status: { state: 'unknown' } } });
    expect((await treasury().lane('BTC')).status.state).toBe('unknown');
    expect((await treasury().lane('USD')).status.state).toBe('unknown');
    const { decisions } = await treasury().tick();
    expect(decisions).toMatchObject([{ reason: 'uncertain' }]);
    expect(await place(atMarket(), 'key-2')).toMatchObject({
      result: 'refused',
      refusal: { code: 'currency-uncertain' },
    });
    expect(trades()).toHaveLength(1);
  });

  const answersWithAnId = () =>
    treasury().sandbox.queueFault({
      on: 'POST /v1/trades',
      fault: { kind: 'reshaped-trade-200', shape: 'id-only' },
    });
  const named = () => ({ service: treasury().serviceWith({ tradeFields: { idAt: 'id' } }) });

  it('is unknown where the answer has an id alone, which proposes how it is read', async () => {
    answersWithAnId();
    const placed = await place(atMarket(), 'key-1', named());
    expect(placed).toMatchObject({
      instruction: {
        status: {
          state: 'unknown',
          cause: 'not-stated',
          found: { code: 'not-proven', proposed: { idAt: 'id', idForm: 'uuid' } },
        },
      },
    });
    expect((await treasury().lane('BTC')).status.state).toBe('unknown');
  });

  it('is confirmed by that id once two people have put its form into the controls', async () => {
    const limits = { instruments: ['BTC/USD'], maximumNotional: '1000000', idForms: ['uuid'] };
    await treasury().putControls({ trades: limits });
    answersWithAnId();
    expect(await place(atMarket(), 'key-1', named())).toMatchObject({
      instruction: { status: { state: 'confirmed' } },
    });
    // At a place that no stage names it says nothing.
    answersWithAnId();
    expect(await place(atMarket(), 'key-2')).toMatchObject({
      instruction: { status: { state: 'unknown', cause: 'not-stated' } },
    });
  });

  it.each([
    ['other-spelling', 'unknown', 'other-spelling'],
    ['negative-fills', 'unknown', 'fills-unreadable'],
    ['code-and-message', 'unknown', 'state-failed'],
    ['worse-fills', 'anomaly', 'worse-price'],
  ] as const)('that is answered with %s is %s', async (shape, state, cause) => {
    const fault = { kind: 'reshaped-trade-200', shape } as const;
    treasury().sandbox.queueFault({ on: 'POST /v1/trades', fault });
    expect(await place(atMarket())).toMatchObject({
      instruction: { status: { state, cause } },
    });
    const { halt } = await treasury().ports.ledger.readPolicy(TENANT);
    expect(halt.mode === 'halted').toBe(state === 'anomaly');
  });

  it('frees both lanes where the service could not be reached', async () => {
    const { service } = treasury();
    const request = atMarket();
    const closed = {
      ...service,
      sendTrade: async (...post: Parameters<typeof service.sendTrade>) => {
        await treasury().sandbox.close();
        return await service.sendTrade(...post);
      },
    };
    const result = await place(request, 'key-1', { service: closed });
    expect(result).toMatchObject({ instruction: { status: { state: 'not-sent' } } });
    expect((await treasury().lane('BTC')).status.state).toBe('idle');
    expect((await treasury().lane('USD')).status.state).toBe('idle');
  });

  it.each([
    ['dry-run', 'dry-run'],
    ['halted', 'halted'],
  ] as const)('is refused in mode %s', async (mode, code) => {
    await treasury().putControls({ mode });
    expect(await place(atMarket())).toMatchObject({ result: 'refused', refusal: { code } });
    expect(trades()).toHaveLength(0);
  });

  it('is refused above the limit, with the numbers', async () => {
    await treasury().putControls({ trades: { instruments: ['BTC/USD'], maximumNotional: '100' } });
    expect(await place(atMarket())).toMatchObject({
      refusal: { code: 'notional-above-limit', why: { maximum: '100' } },
    });
  });

  it('is refused where the side that pays does not hold enough', async () => {
    expect(await place(atMarket('4'))).toMatchObject({
      refusal: { code: 'balance-insufficient', why: { available: '3.25' } },
    });
  });

  it('is refused for an instrument that the controls do not allow', async () => {
    const request = { ...atMarket(), instrument: 'SOL/USD' };
    expect(await place(request)).toMatchObject({ refusal: { code: 'instrument-not-allowed' } });
  });
});
