import { describe, expect, it } from 'vitest';
import { saySeen } from '../../../treasury/facts/sentences/say/say-answer.ts';
import type { AmountTerms } from '../../../treasury/outcomes/compare-amount.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import { askedOf, REGISTERED } from '../../samples/asked-withdrawal.ts';

/* How much: the amounts of an answer, held against what was asked for by the terms of the service. */

const REQUEST = { withdrawalAccountId: 'account-1', amount: '1.23456789', currency: 'BTC' };

function judge(amounts: readonly string[], terms: Partial<AmountTerms> = {}) {
  const withdrawals = amounts.map((amount, n) => ({
    id: `payment-${n}`,
    currency: 'BTC',
    amount,
    withdrawalAccountId: 'account-1',
    accountDetails: REGISTERED.details,
  }));
  const said = { withdrawals, own: { stated: 'silent', said: '' } } as const;
  const reply = { kind: 'answered', said, serviceAnswer: 'as it came' } as const;
  const asked = askedOf(REQUEST, { terms: { largestFee: '0.001', ...terms } });
  const outcome = judgeWithdrawal(asked, reply, new Set());
  const taken = outcome.state === 'confirmed' ? (outcome.confirmation.taken ?? 'as asked') : '';
  return [outcome.state, 'cause' in outcome ? outcome.cause : taken].join(' ');
}

describe('where the policy does not say how the service states amounts', () => {
  it.each([
    [['1.23456789'], 'confirmed as asked'],
    [['1.234567890'], 'confirmed as asked'],
    [['1', '0.23456789'], 'confirmed as asked'],
    [['1.23406789'], 'unknown amount-net'],
    [['1.23356789'], 'unknown amount-net'],
    [['1.23356788'], 'anomaly other-amount'],
    [['1.2345'], 'unknown amount-cut'],
    [['1.23'], 'unknown amount-cut'],
    [['1'], 'unknown amount-cut'],
    [['1', '0.2345'], 'unknown amount-cut'],
    [['1.2346'], 'anomaly other-amount'],
    [['1.24456789'], 'anomaly other-amount'],
    [['1.2'], 'unknown amount-cut'],
    [['1.1'], 'anomaly other-amount'],
    [['0.2'], 'anomaly other-amount'],
    [['2', '-0.76543211'], 'anomaly other-amount'],
  ])('%j is %s', (amounts, expected) => {
    expect(judge(amounts)).toBe(expected);
  });

  it('a fee explains nothing where the policy bounds none', () => {
    expect(judge(['1.23406789'], { largestFee: '0' })).toBe('anomaly other-amount');
  });

  it('names the setting that would accept it', () => {
    const said = (amount: string) => {
      const withdrawals = [
        { id: 'payment-1', currency: 'BTC', amount, withdrawalAccountId: 'account-1' },
      ];
      const own = { stated: 'silent', said: '' } as const;
      const reply = { kind: 'answered', said: { withdrawals, own }, serviceAnswer: 'x' } as const;
      const asked = askedOf(REQUEST, { terms: { largestFee: '0.001' } });
      return saySeen(judgeWithdrawal(asked, reply, new Set()));
    };
    expect(said('1.23406789')).toContain('answeredAmounts with amounts "net"');
    expect(said('1.2345')).toContain('answeredAmounts with digits 4');
  });
});

describe('where the policy says that amounts are', () => {
  it.each([
    ['net', ['1.23406789'], { amounts: 'net' }, 'confirmed as asked'],
    ['net', ['1.23456789'], { amounts: 'net' }, 'confirmed as asked'],
    ['net, beyond the fee', ['1.23356788'], { amounts: 'net' }, 'anomaly other-amount'],
    ['gross', ['1.23406789'], { amounts: 'gross' }, 'anomaly other-amount'],
    ['gross, and not how they are cut', ['1.2345'], { amounts: 'gross' }, 'unknown amount-cut'],
    ['cut to 4 digits', ['1.2345'], { digits: 4 }, 'confirmed 1.2345'],
    ['cut to 4 digits, and are not', ['1.23456789'], { digits: 4 }, 'confirmed as asked'],
    [
      'cut to 4 digits, and have 3',
      ['1.234'],
      { digits: 4, amounts: 'gross' },
      'anomaly other-amount',
    ],
    ['cut and perhaps net', ['1.2335'], { digits: 4 }, 'unknown amount-net'],
    ['cut and net', ['1.2335'], { digits: 4, amounts: 'net' }, 'confirmed 1.2345'],
    ['cut and net, beyond', ['1.2334'], { digits: 4, amounts: 'net' }, 'anomaly other-amount'],
  ] as const)('%s, %j is judged so', (_name, amounts, terms, expected) => {
    expect(judge(amounts, terms)).toBe(expected);
  });
});
