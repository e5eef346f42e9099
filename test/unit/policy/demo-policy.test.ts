import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/accounts/sandbox-accounts.ts';
import { CURRENCIES } from '../../../sandbox/market/currencies.ts';
import { INSTRUMENTS } from '../../../sandbox/market/instruments.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import { evaluate } from '../../../treasury/rules/evaluate.ts';
import { unitValuesOf } from '../../samples/values.ts';

const parsed = parsePolicyFile(
  JSON.parse(readFileSync(new URL('../../../local/demo-policy.json', import.meta.url), 'utf8')),
);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 2));
const { policy } = parsed;

describe('the demo policy', () => {
  it("names the sandbox's own accounts, as the sandbox has them", () => {
    const known = Object.values(SANDBOX_ACCOUNTS).map(
      ({ id, label, network, currency, details, status }) => ({
        id,
        label,
        network,
        currency,
        details,
        status: status === 'active' ? 'active' : 'inactive',
      }),
    );
    expect(policy.accounts).toEqual(known);
  });

  it("allows trades in the sandbox's instruments only", () => {
    const known = INSTRUMENTS.map(({ name }) => name);
    expect(policy.controls.trades.instruments.every((each) => known.includes(each))).toBe(true);
  });

  it("shows every kind of decision on the sandbox's first balances", () => {
    // A Saturday: neither of the cron rules falls between the start and the first snapshot.
    const activeSince = '2026-01-03T12:00:00.000Z';
    const now = '2026-01-03T12:00:10.000Z';
    const decisions = evaluate({
      rules: policy.rules.map((rule) => ({ ...rule, version: 1, activeSince })),
      accounts: new Map(policy.accounts.map((each) => [each.id, { ...each, version: 1 }])),
      controls: { ...policy.controls, version: 1 },
      halt: neverHalted('main'),
      balances: Object.fromEntries(
        CURRENCIES.map(({ code, initialAvailable }) => [code, { total: initialAvailable }]),
      ),
      balancesReadAt: now,
      lanes: new Map(
        policy.rules.map(({ currency }) => [currency, newLane('main', currency, 't')]),
      ),
      epoch: 't',
      market: {
        ...{ doubted: [], readAt: now, usage: null },
        prices: { 'SOL/USD': { bid: '149.925', ask: '150.075' } },
        values: unitValuesOf({ SOL: '150' }),
      },
      occurrence: now,
      now,
    });
    const shown = decisions.map((decision) => {
      const approval = decision.outcome === 'sweep' && decision.needsApproval ? ', approved' : '';
      const said = decision.outcome === 'sweep' ? decision.amount : decision.reason;
      return `${decision.ruleId}: ${said}${approval}`;
    });
    expect(shown).toEqual([
      'btc-cold-storage: below-threshold',
      'eth-half: 5.85',
      'eur-payroll: not-scheduled',
      'eur-close-of-business: not-scheduled',
      'sol-to-usd: not-scheduled',
      'sol-paused: disabled',
      'usd-large: 30000, approved',
      'usdc-surplus: 40000',
    ]);
  });
});
