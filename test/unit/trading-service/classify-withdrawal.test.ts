import { describe, expect, it } from 'vitest';
import { classifyWithdrawal } from '../../../adapters/trading-service/classify-withdrawal.ts';
import { decodeWithdrawals } from '../../../adapters/trading-service/decode-withdrawals.ts';
import { saySeen } from '../../../treasury/facts/sentences/say/say-answer.ts';
import { withdrawalIdsIn } from '../../../treasury/outcomes/reply.ts';
import {
  ACCOUNT,
  answered,
  failed,
  OTHER_ACCOUNT,
  outcomeOfWithdrawal,
  SENT,
  WITHDRAWAL_REQUEST,
  withdrawal,
  withdrawalId,
} from './answers.ts';

const NONE_KNOWN: ReadonlySet<string> = new Set();

function judge(body: unknown, known = NONE_KNOWN, request = WITHDRAWAL_REQUEST) {
  return outcomeOfWithdrawal(request, answered(200, body), known);
}

function parts(...amounts: string[]) {
  return amounts.map((amount, index) => withdrawal({ id: withdrawalId(index + 1), amount }));
}

describe('a withdrawal is confirmed', () => {
  it('by exactly the withdrawal that was asked for', () => {
    const outcome = judge([withdrawal()]);
    expect(outcome).toMatchObject({
      state: 'confirmed',
      confirmation: {
        withdrawals: [
          {
            id: withdrawalId(1),
            network: 'bitcoin',
            currency: 'BTC',
            amount: '1.5',
            withdrawalAccountId: ACCOUNT,
            createdAt: '2026-01-31T09:00:00.000Z',
          },
        ],
      },
    });
  });

  it('by an amount that is written otherwise and numerically the same', () => {
    expect(judge([withdrawal({ amount: '1.50000' })]).state).toBe('confirmed');
  });

  it('by several that add up exactly', () => {
    const request = { ...WITHDRAWAL_REQUEST, amount: '0.3' };
    const outcome = judge(parts('0.1', '0.2'), NONE_KNOWN, request);
    expect(outcome.state).toBe('confirmed');
    expect(outcome.state === 'confirmed' && outcome.confirmation.withdrawals).toHaveLength(2);
  });

  it('keeps venue and processedAt where they are, and does not mind where they are not', () => {
    const processedAt = '2026-01-31T09:00:05+00:00';
    const full = judge([withdrawal({ venue: 'main', processedAt })]);
    expect(full).toMatchObject({
      state: 'confirmed',
      confirmation: { withdrawals: [{ venue: 'main', processedAt }] },
    });
    const sparse = judge([
      withdrawal({ venue: null, processedAt: null, details: undefined, label: undefined }),
    ]);
    expect(sparse.state).toBe('confirmed');
    expect(JSON.stringify(sparse)).not.toMatch(/"(venue|processedAt)"/);
  });

  it('whatever unknown fields there are', () => {
    expect(judge([withdrawal({ fee: 0.1, '2faRequired': null, nested: { a: [1] } })]).state).toBe(
      'confirmed',
    );
  });

  it('whatever the case of its ids is', () => {
    const shouted = withdrawal({ id: withdrawalId(10).toUpperCase() });
    const outcome = judge([{ ...shouted, withdrawalAccount: { id: ACCOUNT.toUpperCase() } }]);
    expect(outcome).toMatchObject({
      state: 'confirmed',
      confirmation: { withdrawals: [{ id: withdrawalId(10), withdrawalAccountId: ACCOUNT }] },
    });
  });
});

describe('a valid 200 that contradicts the request is an anomaly', () => {
  const elsewhere = { withdrawalAccount: { id: OTHER_ACCOUNT } };
  it.each([
    ['no withdrawal at all', [], 'no-withdrawal'],
    ['another account', [withdrawal(elsewhere)], 'other-account'],
    [
      'another account among several',
      [...parts('1'), withdrawal({ ...elsewhere, id: withdrawalId(2), amount: '0.5' })],
      'other-account',
    ],
    ['another currency', [withdrawal({ currency: 'ETH' })], 'other-currency'],
    ['a letter that only looks like it', [withdrawal({ currency: 'BT\u0421' })], 'other-currency'],
    ['a letter that becomes another', [withdrawal({ currency: 'B\uff34C' })], 'other-currency'],
    [
      'an account of another currency',
      [withdrawal({ withdrawalAccount: { id: ACCOUNT, currency: 'ETH' } })],
      'other-currency',
    ],
    ['too much', [withdrawal({ amount: '1.500000000000000000000000000001' })], 'other-amount'],
    ['too little', parts('1', '0.499999999999999999'), 'other-amount'],
    ['a negative part', parts('2', '-0.5'), 'other-amount'],
    ['an empty part', parts('1.5', '0.00'), 'other-amount'],
    [
      'one id twice',
      [withdrawal({ amount: '0.75' }), withdrawal({ amount: '0.75' })],
      'repeated-withdrawal',
    ],
  ])('%s', (_name, body, cause) => {
    expect(judge(body)).toMatchObject({ state: 'anomaly', cause });
  });

  it('a withdrawal that was answered before, whatever the case of its id', () => {
    const known = new Set([withdrawalId(10)]);
    const again = withdrawal({ id: withdrawalId(10).toUpperCase() });
    expect(judge([again], known)).toMatchObject({ state: 'anomaly', cause: 'known-withdrawal' });
  });

  it('and the evidence says what was asked and what was answered', () => {
    const outcome = judge([withdrawal({ amount: '15' })]);
    expect(saySeen(outcome)).toMatch(
      /^asked for 1\.5, answered 15; answered 200 application\/json: \[/,
    );
  });
});

describe('an answer that is held', () => {
  const known = new Set([withdrawalId(9)]);

  it.each([
    ['a failure of its own', [withdrawal({ state: 'failed' })], [withdrawalId(1)]],
    ['a word in neither list', [withdrawal({ state: 'whatever' })], [withdrawalId(1)]],
    ['another amount', [withdrawal({ amount: '15' })], [withdrawalId(1)]],
    ['one id twice', parts('0.75').concat(parts('0.75')), [withdrawalId(1)]],
    [
      'an id of before, and a new one',
      [withdrawal({ id: withdrawalId(9) }), withdrawal({ amount: '0.5' })],
      [withdrawalId(1)],
    ],
  ])('of %s has the ids that are new, so that they are recorded', (_name, body, ids) => {
    expect(judge(body, known)).toMatchObject({ withdrawalIds: ids });
  });

  it('has none where all of them were seen, or there are none', () => {
    expect(judge([withdrawal({ id: withdrawalId(9) })], known)).not.toHaveProperty('withdrawalIds');
    expect(judge([])).not.toHaveProperty('withdrawalIds');
    expect(judge('not a list')).not.toHaveProperty('withdrawalIds');
  });
});

describe('the words of an anomaly', () => {
  const id = withdrawalId(1);
  const elsewhere = { withdrawalAccount: { id: OTHER_ACCOUNT } };
  it.each([
    [[], 'the answer holds no withdrawal'],
    [[withdrawal({ id: withdrawalId(9) })], `withdrawal ${withdrawalId(9)} was answered before`],
    [parts('0.75').concat(parts('0.75')), `withdrawal ${id} is in the answer twice`],
    [[withdrawal(elsewhere)], `asked for account ${ACCOUNT}, answered with ${OTHER_ACCOUNT}`],
    [[withdrawal({ currency: 'ETH' })], 'asked for BTC, answered ETH'],
    [
      [withdrawal({ withdrawalAccount: { id: ACCOUNT, currency: 'LTC' } })],
      'asked for BTC, answered LTC',
    ],
    [parts('2', '-0.5'), 'a withdrawal of -0.5 is none'],
    [parts('1', '0.25'), 'asked for 1.5, answered 1.25'],
  ])('of %j say: %s', (body, message) => {
    const said = saySeen(judge(body, new Set([withdrawalId(9)])));
    expect(said.startsWith(`${message}; answered 200 application/json: `)).toBe(true);
  });

  it('name the account asked for in lower case, as it is compared', () => {
    const request = { ...WITHDRAWAL_REQUEST, withdrawalAccountId: ACCOUNT.toUpperCase() };
    expect(judge([withdrawal()], NONE_KNOWN, request).state).toBe('confirmed');
  });

  it('are of an amount where what was asked for is none itself', () => {
    const request = { ...WITHDRAWAL_REQUEST, amount: 'some' };
    expect(judge([withdrawal()], NONE_KNOWN, request)).toMatchObject({ cause: 'other-amount' });
  });
});

describe('a withdrawal as it is read', () => {
  const read = {
    id: withdrawalId(1),
    network: 'bitcoin',
    currency: 'BTC',
    amount: '1.5',
    withdrawalAccountId: ACCOUNT,
    createdAt: '2026-01-31T09:00:00.000Z',
    details: {},
  };
  const account = {
    accountCurrency: 'BTC',
    accountNetwork: 'bitcoin',
    accountDetails: { beneficiary: { address: 'bc1-example' } },
  };

  it.each([
    ['has currency, network and details of its account', {}, { ...read, ...account }],
    ['does without it', { withdrawalAccount: { id: ACCOUNT } }, read],
    [
      'has codes in one spelling',
      { currency: 'btc', withdrawalAccount: { id: ACCOUNT, currency: ' Btc' } },
      { ...read, accountCurrency: 'BTC' },
    ],
    [
      'keeps what is of another type as its JSON, and nothing of what is not there',
      { network: 7, venue: { name: 'main' }, createdAt: null, processedAt: '' },
      {
        id: read.id,
        network: '7',
        currency: 'BTC',
        amount: '1.5',
        withdrawalAccountId: ACCOUNT,
        venue: '{"name":"main"}',
        details: {},
        ...account,
      },
    ],
  ])('%s', (_name, change, expected) => {
    expect(decodeWithdrawals([withdrawal(change)])).toStrictEqual({
      ok: true,
      withdrawals: [expected],
    });
  });
});

describe('a withdrawal as it is kept', () => {
  it('has nothing but what is compared and shown, and not the currency of its account', () => {
    const outcome = judge([withdrawal()]);
    expect(outcome.state === 'confirmed' && outcome.confirmation.withdrawals).toEqual([
      {
        id: withdrawalId(1),
        network: 'bitcoin',
        currency: 'BTC',
        amount: '1.5',
        withdrawalAccountId: ACCOUNT,
        createdAt: '2026-01-31T09:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['without a zone', '2026-01-31T09:00:00'],
    ['with an offset', '2026-01-31T09:00:00+01:00'],
  ])('may have been created and processed at a time %s', (_name, at) => {
    const outcome = judge([withdrawal({ createdAt: at, processedAt: at })]);
    expect(outcome).toMatchObject({
      confirmation: { withdrawals: [{ createdAt: at, processedAt: at }] },
    });
  });

  it('has a currency of bounded length', () => {
    const [fits, tooLong] = [200, 201].map((length) =>
      judge([withdrawal({ currency: 'X'.repeat(length) })]),
    );
    expect(fits?.state).toBe('anomaly');
    expect(tooLong).toMatchObject({ state: 'unknown', cause: 'invalid-answer' });
    expect(judge([withdrawal({ currency: '' })])).toMatchObject({ state: 'unknown' });
  });

  it.each(['createdAt', 'processedAt', 'venue'])(
    'has of %s one line of bounded length, fit to be shown',
    (field) => {
      const outcome = judge([withdrawal({ [field]: `main\n\u202e${'X'.repeat(5_000)}` })]);
      const [kept] = outcome.state === 'confirmed' ? outcome.confirmation.withdrawals : [];
      expect(kept?.[field as 'venue']).toMatch(/^main X+ … \(5006 characters in all\)$/);
      expect(kept?.[field as 'venue']?.length).toBeLessThanOrEqual(200);
    },
  );
});

describe('a 200 that is not the declared shape is unknown', () => {
  it.each([
    ['an object instead of an array', withdrawal()],
    ['a list of text', ['sent']],
    ['an amount that is a number', [withdrawal({ amount: 1.5 })]],
    ['an amount with an exponent', [withdrawal({ amount: '15e-1' })]],
    ['an amount with a comma', [withdrawal({ amount: '1,5' })]],
    ['an id that is no uuid', [withdrawal({ id: '42' })]],
    ['no id', [withdrawal({ id: undefined })]],
    ['no account', [withdrawal({ withdrawalAccount: undefined })]],
    ['an account that is text', [withdrawal({ withdrawalAccount: ACCOUNT })]],
    ['no currency', [withdrawal({ currency: undefined })]],
    ['one good and one bad', [withdrawal({ amount: '0.75' }), { id: withdrawalId(2) }]],
  ])('%s', (_name, body) => {
    expect(judge(body)).toMatchObject({ state: 'unknown', cause: 'invalid-answer' });
  });

  it.each([
    ['id', '7'],
    ['id', null],
    ['currency', 7],
    // Present but null is not absent.
    ['currency', null],
    ['currency', ''],
  ])('an account whose %s is %j', (field, value) => {
    const body = [withdrawal({ withdrawalAccount: { id: ACCOUNT, [field]: value } })];
    expect(judge(body)).toMatchObject({ state: 'unknown', cause: 'invalid-answer' });
  });

  it('and the evidence names the field', () => {
    expect(saySeen(judge([withdrawal({ amount: 1.5 })]))).toMatch(
      /^not a list of withdrawals: 0\.amount: expected decimal text such as .*; answered 200 /,
    );
    expect(saySeen(judge(withdrawal()))).toMatch(
      /^not a list of withdrawals: the answer: .+; answered 200 /,
    );
  });

  it('more withdrawals than can be recorded in one write', () => {
    const many = Array.from({ length: 51 }, (_, n) => withdrawal({ id: withdrawalId(n) }));
    expect(judge(many)).toMatchObject({ state: 'unknown', cause: 'oversized-answer' });
    expect(saySeen(judge(many))).toMatch(
      /^51 withdrawals in one answer, at most 50 are accepted; answered 200 /,
    );
    expect(judge(many.slice(1))).toMatchObject({ state: 'anomaly', cause: 'other-amount' });
  });
});

describe('a withdrawal of another time', () => {
  const DAY_MS = 24 * 3_600_000;
  const at = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString();
  const { claimedAt, receivedAt } = SENT;

  it.each([
    ['a millisecond more than a day before the claim', at(claimedAt, -DAY_MS - 1)],
    ['a millisecond more than a day after the answer', at(receivedAt, DAY_MS + 1)],
    ['of last year, in another form', '20250131T090000+01'],
  ])('is unknown, with its id: %s', (_, createdAt) => {
    const outcome = judge([withdrawal({ createdAt })]);
    expect(outcome).toMatchObject({
      state: 'unknown',
      cause: 'other-time',
      withdrawalIds: [withdrawalId(1)],
    });
    expect(saySeen(outcome)).toContain(
      `withdrawal ${withdrawalId(1)} was created at ${createdAt}, more than 24 hours from this request; `,
    );
  });

  it.each([
    ['a day before the claim', at(claimedAt, -DAY_MS)],
    ['a day after the answer', at(receivedAt, DAY_MS)],
    ['last year, without a zone', '2025-01-31T09:00:00'],
  ])('is none that was created %s', (_, createdAt) => {
    expect(judge([withdrawal({ createdAt })]).state).toBe('confirmed');
  });

  it('is one among several', () => {
    const body = [
      withdrawal({ amount: '1' }),
      withdrawal({ id: withdrawalId(2), amount: '0.5', createdAt: '2025-01-31T09:00:00Z' }),
    ];
    expect(judge(body)).toMatchObject({
      state: 'unknown',
      cause: 'other-time',
      withdrawalIds: [withdrawalId(1), withdrawalId(2)],
    });
  });

  it('leaves an answer that contradicts the request an anomaly', () => {
    const body = [withdrawal({ amount: '2', createdAt: '2025-01-31T09:00:00Z' })];
    expect(judge(body)).toMatchObject({ state: 'anomaly', cause: 'other-amount' });
  });
});

describe('the ids to look up', () => {
  it('are those of a valid answer, each once, in lower case', () => {
    const body = [
      withdrawal({ id: withdrawalId(10).toUpperCase() }),
      withdrawal({ id: withdrawalId(10) }),
      withdrawal(),
    ];
    expect(withdrawalIdsIn(classifyWithdrawal(answered(200, body)))).toEqual([
      withdrawalId(10),
      withdrawalId(1),
    ]);
  });

  it.each([
    ['a failure', failed(true, 'TIMEOUT')],
    ['a refusal', answered(422, [withdrawal()])],
    [
      'a failure that carries what an answer has',
      { ...answered(200, [withdrawal()]), ...failed(true, 'TIMEOUT') },
    ],
    ['a cut-off answer', answered(200, '[{')],
    ['another shape', answered(200, { id: withdrawalId(1) })],
  ])('are none of %s', (_name, attempt) => {
    expect(withdrawalIdsIn(classifyWithdrawal(attempt))).toEqual([]);
  });
});
