import { describe, expect, it } from 'vitest';
import { saySeen } from '../../../treasury/facts/sentences/say/say-answer.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { judgeTrade } from '../../../treasury/outcomes/judge-trade.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import {
  NOT_SENT_CAUSES,
  type NotSentCause,
  type TradeRequest,
  UNCLEAR_CAUSES,
  UNKNOWN_CAUSES,
  type WithdrawalRequest,
} from '../../../treasury/outcomes/outcome.ts';
import {
  type AnsweredTrade,
  type AnsweredWithdrawal,
  type Filled,
  type NotSent,
  type OwnState,
  type Reply,
  type StatedOutcome,
  tradeIdsIn,
  withdrawalIdsIn,
} from '../../../treasury/outcomes/reply.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';

/* What any client of any service may report, in the domain's words alone. */

const WITHDRAWAL: WithdrawalRequest = {
  withdrawalAccountId: 'ACCOUNT-1',
  amount: '1.5',
  currency: 'BTC',
};
const TRADE: TradeRequest = { instrument: 'BTC/USD', side: 'sell', price: '60000', amount: '0.25' };
const NONE_KNOWN: ReadonlySet<string> = new Set();
const SEEN = 'message 4711 of the other service';
const SAID = { code: 'state', word: 'Held', isListed: true } as const;

function ownOf(stated: StatedOutcome): OwnState {
  return stated === 'silent' ? { stated } : { stated, said: SAID };
}

function stopped(cause: NotSentCause, serviceAnswer: string): NotSent {
  return { kind: 'not-sent', cause, serviceAnswer };
}

/** Its account is not described in the answer, but for the network of the withdrawal. */
const UNSAID = {
  isNamed: false,
  stated: ['network'],
  notStated: ['beneficiary.address'],
  says: { network: 'bitcoin', details: {} },
};

function withdrew(changes: Partial<AnsweredWithdrawal> = {}): AnsweredWithdrawal {
  return {
    id: 'payment-1',
    network: 'bitcoin',
    currency: 'BTC',
    amount: '1.5',
    withdrawalAccountId: 'account-1',
    createdAt: '2026-01-31T09:00:00.000Z',
    ...changes,
  };
}

function answeredWithdrawals(
  withdrawals: readonly AnsweredWithdrawal[],
  stated: StatedOutcome = 'silent',
) {
  const said = { withdrawals, own: ownOf(stated) };
  return { kind: 'answered', said, serviceAnswer: SEEN } as const;
}

const NOT_FILLED: Filled = { base: null, isText: false, quote: null, prices: [], problem: null };

function answeredTrade(changes: Partial<AnsweredTrade> = {}) {
  const said: AnsweredTrade = {
    trade: { id: 'order-1' },
    record: '<order id="order-1"/>',
    repeated: { instrument: null, side: null, amount: null },
    filled: NOT_FILLED,
    isIdNamed: false,
    places: [],
    remains: false,
    own: { stated: 'done', said: SAID },
    ...changes,
  };
  return { kind: 'answered', said, serviceAnswer: SEEN } as const;
}

describe('a reply without an answer', () => {
  it.each(NOT_SENT_CAUSES)('not-sent for %s is not-sent', (cause) => {
    const outcome = { state: 'not-sent', cause, evidence: 'why' };
    expect(judgeWithdrawal(askedOf(WITHDRAWAL), stopped(cause, 'why'), NONE_KNOWN)).toEqual(
      outcome,
    );
    expect(judgeTrade(TRADE, stopped(cause, 'why'), NONE_KNOWN)).toEqual(outcome);
  });

  it.each(UNCLEAR_CAUSES)('unclear for %s is unknown', (cause) => {
    const reply = { kind: 'unclear', cause, serviceAnswer: SEEN } as const;
    const outcome = { state: 'unknown', cause, evidence: SEEN };
    expect(judgeWithdrawal(askedOf(WITHDRAWAL), reply, NONE_KNOWN)).toEqual(outcome);
    expect(judgeTrade(TRADE, reply, NONE_KNOWN)).toEqual(outcome);
  });

  it('refused is rejected, with the number of the refusal', () => {
    const reply = { kind: 'refused', status: 4711, serviceAnswer: SEEN } as const;
    const outcome = { state: 'rejected', status: 4711, evidence: SEEN };
    expect(judgeWithdrawal(askedOf(WITHDRAWAL), reply, NONE_KNOWN)).toEqual(outcome);
    expect(judgeTrade(TRADE, reply, NONE_KNOWN)).toEqual(outcome);
  });

  it('has no ids to look up', () => {
    const replies: readonly Reply<never>[] = [
      stopped('dns', ''),
      { kind: 'unclear', cause: 'timeout', serviceAnswer: '' },
      { kind: 'refused', status: 1, serviceAnswer: '' },
    ];
    expect(replies.flatMap(withdrawalIdsIn)).toEqual([]);
    expect(replies.flatMap(tradeIdsIn)).toEqual([]);
  });

  it('can be unclear for every reason but those that an answer or the watchdog gives', () => {
    const ours = [
      ...['not-recorded', 'other-time', 'state-failed', 'state-open', 'state-unrecognised'],
      ...['not-stated', 'other-spelling', 'fills-unreadable'],
      ...['destination-unreadable', 'network-unconfirmed', 'amount-net', 'amount-cut'],
    ];
    expect([...UNCLEAR_CAUSES, ...ours]).toEqual(UNKNOWN_CAUSES);
  });
});

describe('evidence', () => {
  it('is bounded and printable, whatever a tenant reports', () => {
    const flood = `a\u0000b${'x'.repeat(10_000)}`;
    const { evidence } = judgeWithdrawal(askedOf(WITHDRAWAL), stopped('dns', flood), NONE_KNOWN);
    expect(evidence).toHaveLength(2_000);
    expect(evidence).toMatch(/^a bx+ … \(10003 characters in all\)$/);
  });
});

describe('an answer to a withdrawal', () => {
  it('is confirmed by exactly what was asked for, whatever the casing of the account', () => {
    const withdrawals = [withdrew({ withdrawalAccountId: 'Account-1', accountCurrency: 'BTC' })];
    const kept = { ...withdrew(), withdrawalAccountId: 'Account-1' };
    expect(
      judgeWithdrawal(askedOf(WITHDRAWAL), answeredWithdrawals(withdrawals), NONE_KNOWN),
    ).toStrictEqual({
      state: 'confirmed',
      confirmation: { withdrawals: [kept], destination: UNSAID },
      evidence: SEEN,
    });
  });

  it.each([
    ['silent', 'confirmed', undefined],
    ['done', 'confirmed', undefined],
    ['open', 'confirmed', undefined],
    ['failed', 'unknown', 'state-failed'],
    ['unrecognised', 'unknown', 'state-unrecognised'],
  ] as const)('that is %s by its own word is %s', (stated, state, cause) => {
    const reply = answeredWithdrawals([withdrew()], stated);
    const outcome = judgeWithdrawal(askedOf(WITHDRAWAL), reply, NONE_KNOWN);
    expect(outcome).toMatchObject(cause === undefined ? { state } : { state, cause });
    if (cause !== undefined) expect(saySeen(outcome)).toBe(`a 200 with the state "Held"; ${SEEN}`);
  });

  it('with more withdrawals than one write records is unknown, whoever reports them', () => {
    const many = Array.from({ length: 51 }, (_, n) => withdrew({ id: `payment-${n}` }));
    const outcome = judgeWithdrawal(askedOf(WITHDRAWAL), answeredWithdrawals(many), NONE_KNOWN);
    expect(outcome).toEqual({
      state: 'unknown',
      cause: 'oversized-answer',
      found: { code: 'too-many-withdrawals', count: 51, most: 50 },
      evidence: SEEN,
    });
    const most = judgeWithdrawal(
      askedOf(WITHDRAWAL),
      answeredWithdrawals(many.slice(1)),
      NONE_KNOWN,
    );
    expect(most).toMatchObject({ state: 'anomaly', cause: 'other-amount' });
  });
});

describe('an answer to a trade', () => {
  it('is confirmed, with its record bounded, and its fills where they are not too long', () => {
    const fills = ['x'.repeat(20_000)];
    const reply = answeredTrade({ trade: { id: 'order-1', fills }, record: 'y'.repeat(20_000) });
    const outcome = judgeTrade(TRADE, reply, NONE_KNOWN);
    const confirmation = outcome.state === 'confirmed' ? outcome.confirmation : null;
    expect(confirmation?.trade).toStrictEqual({ id: 'order-1' });
    expect(confirmation?.answer).toHaveLength(16_000);
    const short = answeredTrade({ trade: { id: 'order-1', fills: [1] } });
    expect(judgeTrade(TRADE, short, NONE_KNOWN)).toMatchObject({
      confirmation: { trade: { id: 'order-1', fills: [1] }, answer: '<order id="order-1"/>' },
    });
  });

  it('that was filled in part, to the end or too far is said from its amount alone', () => {
    const judged = (filled: string) =>
      judgeTrade(
        TRADE,
        answeredTrade({ filled: { ...NOT_FILLED, base: new Decimal(filled), isText: true } }),
        NONE_KNOWN,
      );
    expect(judged('0.25').state).toBe('confirmed');
    expect(judged('0.1')).toMatchObject({
      state: 'unknown',
      cause: 'state-open',
      found: { code: 'filled-in-part', asked: '0.25', executed: '0.1' },
      evidence: SEEN,
    });
    expect(judged('0.3')).toMatchObject({
      state: 'anomaly',
      cause: 'other-trade',
      found: { code: 'other-trade', field: 'executed', asked: '0.25', answered: '0.3' },
      evidence: SEEN,
    });
  });

  it.each([
    ['done', 'anomaly', 'other-trade'],
    ['silent', 'anomaly', 'other-trade'],
    ['open', 'unknown', 'state-open'],
    ['unrecognised', 'unknown', 'state-unrecognised'],
    ['failed', 'unknown', 'state-failed'],
  ] as const)(
    'that repeats a smaller amount and is %s is %s: less may be what was filled so far',
    (stated, state, cause) => {
      const repeated = { instrument: null, side: null, amount: '0.1' };
      const reply = answeredTrade({ repeated, own: ownOf(stated) });
      expect(judgeTrade(TRADE, reply, NONE_KNOWN)).toMatchObject({ state, cause });
      const more = answeredTrade({ repeated: { ...repeated, amount: '0.3' }, own: reply.said.own });
      expect(judgeTrade(TRADE, more, NONE_KNOWN)).toMatchObject({ state: 'anomaly' });
    },
  );

  it('of which some remains is unknown', () => {
    const outcome = judgeTrade(TRADE, answeredTrade({ remains: true }), NONE_KNOWN);
    expect(outcome).toMatchObject({
      state: 'unknown',
      cause: 'state-open',
      tradeId: 'order-1',
      found: { code: 'remains' },
      evidence: SEEN,
    });
  });

  it('with an id that was answered before is an anomaly', () => {
    const outcome = judgeTrade(TRADE, answeredTrade(), new Set(['order-1']));
    expect(outcome).toMatchObject({
      state: 'anomaly',
      cause: 'known-trade',
      found: { code: 'answered-before', of: 'trade', id: 'order-1' },
      evidence: SEEN,
    });
    expect(tradeIdsIn(answeredTrade())).toEqual(['order-1']);
    expect(tradeIdsIn(answeredTrade({ trade: {} }))).toEqual([]);
  });
});
