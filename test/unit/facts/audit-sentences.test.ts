import { expect, it } from 'vitest';
import { sayAuditEntry } from '../../../treasury/facts/sentences/say/say-audit.ts';
import { sayHaltFact } from '../../../treasury/facts/sentences/say/say-halt.ts';

const LOWERED = {
  code: 'counts-lowered',
  counts: [{ place: 'BTC', counters: [{ kind: 'rule', of: 'btc-cold' }] }],
} as const;

it('what Sluice found when it halted is said as the halt says it', () => {
  const [said = '', ...rest] = sayAuditEntry({ after: { found: LOWERED, currency: 'BTC' } });
  expect(rest).toEqual([]);
  expect(said).toBe(sayHaltFact(LOWERED));
  expect(said).toMatch(/^What limits count was lowered: .*btc-cold/);
});

it('why a proposal lets more leave is said, sentence by sentence', () => {
  const widens = [
    { code: 'falls', field: 'keep', from: '1', to: '0.25' },
    { code: 'rule-on', field: 'enabled' },
  ];
  expect(sayAuditEntry({ after: { widens } })).toEqual([
    expect.stringContaining('falls from 1 to 0.25'),
    expect.stringContaining('the rule is switched on'),
  ]);
});

it('why a webhook was paused is said', () => {
  const pausedBySluice = { at: '2026-01-05T09:00:00.000Z', reason: 'receiver-gone' };
  expect(sayAuditEntry({ after: { id: 'erp', pausedBySluice } })).toEqual([
    'The receiver answers that it is gone for ever.',
  ]);
});

it.each([
  null,
  'a text',
  { comment: 'a drill' },
  { found: null },
  { pausedBySluice: { reason: 1 } },
])('nothing is said of what holds no fact: %j', (after) => {
  expect(sayAuditEntry({ after })).toEqual([]);
});
