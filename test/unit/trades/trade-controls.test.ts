import { describe, expect, it } from 'vitest';
import { controlsSchema } from '../../../treasury/policy/controls.ts';
import { parsePolicyFile } from '../../../treasury/policy/policy-file.ts';

const file = (trades: object) => ({
  controls: { reportingCurrency: 'USD', trades },
  accounts: [],
  rules: [],
});

const LIMITS = {
  instruments: ['BTC/USD'],
  maximumNotional: '25000',
  collarPercent: '2.5',
  per24Hours: { total: '250000', person: '100000' },
  approvalAbove: '10000',
};

describe('the limits of trades in the controls', () => {
  it('are taken as they are written, and kept as they are', () => {
    const parsed = parsePolicyFile(file(LIMITS));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(parsed.policy.controls.trades).toEqual(LIMITS);
    const stored = controlsSchema.parse({ ...parsed.policy.controls, version: 1 });
    expect(stored.trades).toEqual(LIMITS);
  });

  it('may each be left out, as in policies from before they existed', () => {
    const { collarPercent: _, per24Hours: __, approvalAbove: ___, ...before } = LIMITS;
    const parsed = parsePolicyFile(file(before));
    expect(parsed.ok && parsed.policy.controls.trades).toEqual(before);
    const half = parsePolicyFile(file({ ...before, per24Hours: { person: '5' } }));
    expect(half.ok && half.policy.controls.trades.per24Hours).toEqual({ person: '5' });
  });

  it.each([
    ['a collar of nothing', { collarPercent: '0' }, 'controls.trades.collarPercent', 'more than'],
    ['a collar beyond all', { collarPercent: '101' }, 'controls.trades.collarPercent', 'at most'],
    ['a number', { approvalAbove: 5 }, 'controls.trades.approvalAbove', 'decimal text'],
    [
      'a negative limit',
      { per24Hours: { total: '-1' } },
      'controls.trades.per24Hours.total',
      'zero or more',
    ],
    [
      'a limit of neither the tenant nor a person',
      { per24Hours: { team: '1' } },
      'controls.trades.per24Hours.team',
      'no such field',
    ],
  ])('refuse %s and say what is accepted', (_, change, path, message) => {
    const parsed = parsePolicyFile(file({ ...LIMITS, ...change }));
    expect(parsed.ok ? [] : parsed.problems).toContainEqual({
      path,
      seen: expect.any(String),
      accepted: expect.stringContaining(message),
    });
  });
});
