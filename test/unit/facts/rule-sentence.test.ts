import { describe, expect, it } from 'vitest';
import { cronText, ruleSentence, type SaidRule } from '../../../treasury/facts/sentences/rule.ts';
import { asText } from '../../../treasury/facts/sentences/sentence.ts';

const NAMES: Readonly<Record<string, string>> = { 'a-0': 'Cold storage', 'a-1': 'Exchange' };

const said = (rule: SaidRule) =>
  asText(ruleSentence(rule), { accountName: (id) => NAMES[id] ?? id });

const HALF: SaidRule = {
  ...{ currency: 'BTC', threshold: '5', keep: '3', withdrawalAccountId: 'a-0', enabled: true },
  allocation: { kind: 'percentage', percent: '50' },
};

describe('a rule in one sentence', () => {
  it('says when, how much and where to', () => {
    expect(said(HALF)).toBe(
      'When BTC stands above 5 BTC at a snapshot, withdraw half of what is above 3 BTC to Cold storage.',
    );
    expect(said({ ...HALF, allocation: { kind: 'percentage', percent: '40' } })).toContain(
      'withdraw 40 % of what is above 3 BTC to',
    );
    expect(said({ ...HALF, allocation: { kind: 'all' }, keep: '0.00' })).toContain(
      'withdraw all of it to Cold storage.',
    );
    expect(said({ ...HALF, allocation: { kind: 'fixed', amount: '1.5' } })).toContain(
      'withdraw 1.5 BTC (or what is above 3 BTC, where that is less) to Cold storage.',
    );
  });

  it('says values with their currency', () => {
    const usd = (value: string) => ({ value, in: 'USD' });
    const byValue = { threshold: usd('100000'), keep: usd('0'), minimum: usd('0') };
    expect(said({ ...HALF, ...byValue, maximum: usd('25000.5') })).toBe(
      'When BTC stands above 100000 USD at a snapshot, withdraw half of the balance to Cold storage; at most 25000.5 USD at a time.',
    );
  });

  it('says every limit', () => {
    expect(
      said({
        ...{ ...HALF, step: '0.1', minimum: '1', maximum: '4', approvalAbove: '3', low: '2' },
        ...{ budgets: { per24Hours: '8', per30Days: '80' }, cooldownSeconds: 5_400 },
        ...{ maximumBalanceAgeSeconds: 300, enabled: false },
      }),
    ).toBe(
      'When BTC stands above 5 BTC at a snapshot, withdraw half of what is above 3 BTC to Cold storage; in steps of 0.1 BTC, at least 1 BTC, at most 4 BTC at a time, at most 8 BTC in 24 hours, at most 80 BTC in 30 days, once in 1 hour 30 minutes, on balances at most 5 minutes old, with an approval above 3 BTC. Below 2 BTC it raises an alert. It is switched off.',
    );
  });

  it('says times, days and what becomes of a time on another day', () => {
    const zone = { timeZone: 'Europe/Zurich' };
    const rule: SaidRule = {
      ...HALF,
      schedule: { kind: 'cron', expression: '0 17 ? * MON-FRI *', ...zone },
      calendars: ['target', 'zurich'],
      cutOff: { time: '18:00', ...zone },
    };
    expect(said(rule)).toContain(
      'When BTC stands above 5 BTC at 17:00 Monday to Friday (Europe/Zurich) or at most 1 hour later, on business days of target and zurich (skipped on other days), before 18:00 (Europe/Zurich), withdraw',
    );
    const texts = (['following', 'preceding', 'modified-following'] as const).map((convention) =>
      said({ ...rule, convention }),
    );
    expect(texts).toEqual([
      expect.stringContaining('(on the next business day otherwise)'),
      expect.stringContaining('(on the last business day before otherwise)'),
      expect.stringContaining('(on the next business day otherwise, or the last one where'),
    ]);
    expect(said({ ...HALF, calendars: ['target'] })).toContain(
      'at a snapshot, on business days of target, withdraw',
    );
    expect(said({ ...rule, latestStartSeconds: 7_200 })).toContain('or at most 2 hours later');
  });

  it('says how it divides what leaves', () => {
    const parts = [
      { withdrawalAccountId: 'a-0', percent: '60' },
      { withdrawalAccountId: 'a-1', percent: '40' },
    ];
    expect(said({ ...HALF, split: { kind: 'weights', parts } })).toContain(
      'withdraw half of what is above 3 BTC and divide it: 60 % to Cold storage and 40 % to Exchange.',
    );
    const amounts = [
      { withdrawalAccountId: 'a-0', amount: '5' },
      { withdrawalAccountId: 'a-1', amount: '2' },
      { withdrawalAccountId: 'a-2' },
    ];
    expect(said({ ...HALF, split: { kind: 'amounts', parts: amounts } })).toContain(
      'divide it: the first 5 BTC to Cold storage, the next 2 BTC to Exchange and the rest to a-2.',
    );
  });

  it('says what it converts into, and by which instrument', () => {
    const { withdrawalAccountId: _, ...rule } = HALF;
    expect(said({ ...rule, kind: 'convert', into: 'USD', instrument: 'BTC/USD' })).toContain(
      'convert half of what is above 3 BTC into USD by BTC/USD.',
    );
  });

  it('leaves a gap where a draft says nothing yet, and says what is no amount as it is written', () => {
    expect(said({})).toBe(
      'When … stands above … at a snapshot, withdraw all that is above … to ….',
    );
    expect(said({ ...HALF, threshold: 'five' })).toContain('above five at');
    expect(said({ ...HALF, cooldownSeconds: Number.NaN })).toBe(said(HALF));
  });

  it.each([
    ['30 9 * * ? *', 'at 09:30 every day'],
    ['0 17 ? * MON-FRI *', 'at 17:00 Monday to Friday'],
    ['0/5 * * * ? *', 'at the times of cron 0/5 * * * ? *'],
    ['', 'at …'],
  ])('says the schedule %j as people do where it is a usual one', (expression, text) => {
    expect(cronText(expression)).toBe(text);
  });

  it('keeps amounts and accounts apart from the text, for readers who see them otherwise', () => {
    const shown = ruleSentence(HALF).filter((part) => typeof part !== 'string');
    expect(shown).toEqual([
      { is: 'amount', amount: '5', currency: 'BTC' },
      { is: 'amount', amount: '3', currency: 'BTC' },
      { is: 'account', id: 'a-0' },
    ]);
  });
});
