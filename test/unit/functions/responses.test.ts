import { describe, expect, it } from 'vitest';
import { instructionView } from '../../../api/responses/instruction-view.ts';
import { toResponse } from '../../../functions/place-trade/responses.ts';
import { sayRefusal } from '../../../treasury/facts/sentences/say/say-check.ts';
import type { StopFact } from '../../../treasury/facts/stop-fact.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import { proposedBy } from '../../../treasury/instructions/history.ts';
import type { Confirmation, Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Outcome } from '../../../treasury/outcomes/outcome.ts';
import type { TradeResult } from '../../../treasury/trades/place-trade.ts';
import { CLAIM, PROPOSED as SWEEP } from '../../samples/instructions.ts';
import { NOT_READ } from '../../samples/not-read.ts';

const BELOW: StopFact = {
  code: 'outside-collar',
  ...{ instrument: 'BTC/USD', side: 'sell', price: '47000' },
  ...{ market: '50000', collarPercent: '5', accepted: '47500' },
};
const AT = '2026-01-05T09:00:03.000Z';
const { debits: _, ...TRADE_CLAIM } = CLAIM;

const PROPOSED: Instruction = {
  ...SWEEP,
  id: 'trade-1',
  origin: { kind: 'request', idempotencyKey: 'key-1', fingerprint: 'f', requestedBy: 'tina' },
  content: { kind: 'trade', instrument: 'BTC/USD', side: 'sell', price: '50000', amount: '0.1' },
  history: [proposedBy(AT, { code: 'requested', by: 'tina' })],
};
const SENDING = advance(
  advance(PROPOSED, { kind: 'approve', at: AT, by: { code: 'trade-limits' } }),
  {
    kind: 'claim',
    claim: TRADE_CLAIM,
  },
);

const WAITING = advance(PROPOSED, {
  kind: 'require-approval',
  at: AT,
  expiresAt: '2026-01-06T09:00:03.000Z',
});

function ended(outcome: Outcome<Confirmation>): Instruction {
  return advance(SENDING, { kind: 'conclude', at: AT, nonce: CLAIM.nonce, outcome });
}

const evidence = 'answered 422: no';
const CONFIRMED = ended({
  state: 'confirmed',
  evidence,
  confirmation: { kind: 'trade', trade: { id: 't-1' }, answer: '{}' },
});

function answered(result: TradeResult) {
  const { statusCode, headers = {}, body = '' } = toResponse(result, 'request-1');
  return { status: statusCode, headers, body: JSON.parse(body) as Record<string, unknown> };
}

const concluded = (instruction: Instruction, replayed = false) =>
  answered(
    replayed
      ? { result: 'concluded', instruction, replayed }
      : { result: 'concluded', instruction, answered: 'confirmed', replayed },
  );

describe('what became of a trade is answered', () => {
  it.each([
    [CONFIRMED, 201, undefined],
    [ended({ state: 'unknown', cause: 'timeout', evidence }), 202, undefined],
    [ended({ state: 'rejected', status: 422, evidence }), 502, 'trade-rejected'],
    [ended({ state: 'not-sent', cause: 'dns', evidence }), 503, 'trade-not-sent'],
    [ended({ state: 'anomaly', cause: 'other-trade', evidence }), 502, 'trade-anomaly'],
  ])('in state $status.state with %s', (instruction, status, code) => {
    const answer = concluded(instruction);
    expect(answer.status).toBe(status);
    expect(answer.headers.location).toBe('/v1/trades/trade-1');
    if (code === undefined) {
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.body).toEqual(JSON.parse(JSON.stringify(instructionView(instruction))));
      expect(JSON.stringify(answer.body)).not.toContain('nonce');
    } else {
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.body).toMatchObject({
        type: `urn:sluice:problem:${code}`,
        status,
        requestId: 'request-1',
        instructionId: 'trade-1',
        detail: expect.stringContaining(evidence),
      });
    }
  });

  it.each([
    [advance(WAITING, { kind: 'decline', at: AT, by: 'anna', comment: 'too much' }), 'too much'],
    [advance(WAITING, { kind: 'expire', at: AT }), 'expired'],
    [
      advance(advance(WAITING, { kind: 'give-approval', at: AT, by: 'anna' }), {
        kind: 'cancel',
        at: AT,
        reason: 'price-outside-collar',
        why: BELOW,
        checks: [],
      }),
      'more than 5 % below the bid',
    ],
    [
      advance(ended({ state: 'unknown', cause: 'timeout', evidence }), {
        kind: 'settle',
        at: AT,
        by: ['anna', 'ben'],
        executed: false,
        comment: 'not in the list',
      }),
      'not in the list',
    ],
  ])('that was not sent after all, or not executed, with 409 and why', (instruction, message) => {
    const answer = concluded(instruction, true);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      type: `urn:sluice:problem:trade-${instruction.status.state}`,
      state: instruction.status.state,
      detail: expect.stringContaining(message),
    });
    expect(answer.body.detail).toMatch(/new Idempotency-Key/);
  });

  it('while people are waited for with 202 and what they have to approve', () => {
    const result = { result: 'awaiting-approval', instruction: WAITING, replayed: false } as const;
    const answer = answered(result);
    expect(answer.status).toBe(202);
    expect(answer.headers.location).toBe('/v1/trades/trade-1');
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(answer.body.contentDigest).toMatch(/^[0-9a-f]{32}$/);
  });

  it('from the record with a header that says so, and only then', () => {
    expect(concluded(CONFIRMED, true).headers['idempotent-replayed']).toBe('true');
    expect(concluded(CONFIRMED).headers).not.toHaveProperty('idempotent-replayed');
  });

  it('with the advice to use a new key where the trade is over and did not happen', () => {
    const notSent = ended({ state: 'not-sent', cause: 'dns', evidence });
    expect(concluded(notSent, true).body.detail).toMatch(/new Idempotency-Key/);
    const rejected = ended({ state: 'rejected', status: 422, evidence });
    expect(concluded(rejected).body.detail).toMatch(/new Idempotency-Key/);
  });

  it.each([
    ['disarmed', 409],
    ['halted', 409],
    ['dry-run', 409],
    ['currency-uncertain', 409],
    ['currency-busy', 409],
    ['instrument-not-allowed', 422],
    ['instrument-unknown', 422],
    ['notional-unknown', 422],
    ['notional-above-limit', 422],
    ['price-stale', 409],
    ['price-unusable', 409],
    ['price-outside-collar', 422],
    ['rolling-limit-too-small', 422],
    ['rolling-limit-reached', 429],
    ['too-many-waiting', 409],
    ['balance-insufficient', 422],
  ] as const)('as refused for %s with %i, in its own words', (code, status) => {
    const numbers = { seen: '2', accepted: '1' };
    const refusal = { code, why: BELOW, numbers };
    const answer = answered({ result: 'refused', refusal });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      type: `urn:sluice:problem:${code}`,
      detail: sayRefusal(BELOW),
      numbers,
    });
    expect(answer.headers).not.toHaveProperty('retry-after');
    const waits = answered({ result: 'refused', refusal: { ...refusal, retryAfterSeconds: 7 } });
    expect(waits.headers['retry-after']).toBe('7');
  });

  it('as in flight, key reused, contended or unreadable with statuses of their own', () => {
    const results: readonly (readonly [TradeResult, number])[] = [
      [{ result: 'in-flight', instruction: SENDING }, 409],
      [{ result: 'key-reused', instructionId: 'trade-1' }, 422],
      [{ result: 'contended' }, 409],
      [{ result: 'service-unreadable', code: 'timeout', failed: NOT_READ }, 503],
    ];
    for (const [result, status] of results) expect(answered(result).status).toBe(status);
  });
});
