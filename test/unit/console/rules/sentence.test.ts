import { describe, expect, it } from 'vitest';
import { cronText, sentenceOf } from '../../../../console/screens/rules/sentence.ts';

const HALF = {
  ...{ currency: 'BTC', threshold: '5', keep: '3', enabled: 'true' },
  ...{ 'allocation.kind': 'percentage', 'allocation.percent': '50' },
};

describe('a rule in plain words', () => {
  it('says when, how much and where to', () => {
    expect(sentenceOf(HALF, 'Cold storage')).toBe(
      'When BTC stands above 5, withdraw half of what is above 3 to Cold storage.',
    );
    expect(sentenceOf({ ...HALF, 'allocation.kind': 'all', keep: '0' }, 'Cold storage')).toBe(
      'When BTC stands above 5, withdraw all of it to Cold storage.',
    );
    expect(
      sentenceOf({ ...HALF, 'allocation.kind': 'fixed', 'allocation.amount': '1.5' }, 'Vault'),
    ).toBe(
      'When BTC stands above 5, withdraw 1.5 (or what is above 3, where that is less) to Vault.',
    );
  });

  it('says values with their currency', () => {
    const byValue = { ...HALF, threshold: '100000 USD', keep: '0 USD', minimum: '0 USD' };
    expect(sentenceOf({ ...byValue, maximum: '25000.5 USD' }, 'Vault')).toBe(
      'When BTC stands above 100,000 USD, withdraw half of the balance to Vault; at most 25,000.5 USD at a time.',
    );
  });

  it('names every limit', () => {
    const limits = {
      ...{ step: '0.01', minimum: '0.1', maximum: '2', cooldownSeconds: '3600' },
      ...{ 'budgets.per24Hours': '10', approvalAbove: '1', enabled: 'false' },
    };
    expect(sentenceOf({ ...HALF, ...limits }, 'Vault')).toBe(
      'When BTC stands above 5, withdraw half of what is above 3 to Vault; in steps of 0.01, at least 0.1, at most 2 at a time, at most 10 in 24 hours, once in 1 h, with an approval above 1. It is switched off.',
    );
  });

  it('leaves a gap where nothing was typed yet, and never throws', () => {
    expect(sentenceOf({}, undefined)).toBe(
      'When … stands above …, withdraw all that is above … to ….',
    );
    expect(sentenceOf({ ...HALF, threshold: 'five' }, 'Vault')).toContain('above five');
  });

  it('says the usual schedules, and others as they are written', () => {
    expect(cronText('30 9 * * ? *')).toBe('at 09:30 every day');
    expect(cronText('0 17 ? * MON-FRI *')).toBe('at 17:00 Monday to Friday');
    expect(cronText('0/5 * * * ? *')).toBe('at the times of cron 0/5 * * * ? *');
  });
});
