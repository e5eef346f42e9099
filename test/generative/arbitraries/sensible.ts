import fc from 'fast-check';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { Operation } from '../document.ts';
import { Real } from './real.ts';

/*
 * Bodies that a person who knows the treasury would send: the document's own examples, about things that
 * exist. Most of them are accepted, so that sequences get somewhere.
 */

const pick = fc.nat(50);
const comment = fc.constantFrom(
  'as agreed on Monday',
  'ünïcode — and a dash',
  'three\nlines\nof words',
);

function real(what: Real['what']): fc.Arbitrary<Real> {
  return pick.map((each) => new Real(what, each));
}

function current(...patches: readonly Readonly<Record<string, unknown>>[]) {
  return fc.constantFrom(...patches).map((patch) => new Real('as it stands', 0, patch));
}

const trade = fc
  .record({
    side: fc.constantFrom('sell', 'Buy', 'SELL', 'buy'),
    instrument: fc.constantFrom(0, 0, 1),
    amount: fc.constantFrom('0.001', '0.01', '0.2', '0.0005', '1000'),
  })
  .map(({ side, instrument, amount }) => ({
    instrument: new Real('instrument', instrument),
    side,
    price: new Real(side.toLowerCase() === 'sell' ? 'bid' : 'ask', instrument),
    amount,
  }));

const withdrawal = fc.record({
  withdrawalAccountId: real('account'),
  amount: fc.constantFrom('0.01', '0.001', '0.25', '12', '100000'),
  comment,
});

const RULE_IDS = ['btc-a', 'btc-b', 'btc-c', 'eth-a', 'rule-9', 'x'] as const;
const { btcWallet, ethWallet, eurBank, usdBank } = SANDBOX_ACCOUNTS;

function rule(example: object, ids: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return (
    fc
      .record({
        id: ids,
        withdrawalAccountId: fc.constant(btcWallet.id),
        threshold: fc.constantFrom('0.5', '2', '100'),
        keep: fc.constantFrom('0.25', '0.5'),
      })
      // No two rules are called alike.
      .map((fields) => ({ ...example, ...fields, label: `Rule ${String(fields.id)}` }))
  );
}

function account(example: object): fc.Arbitrary<unknown> {
  const known = [ethWallet, eurBank, usdBank].map(({ id, label, network, currency, details }) => ({
    id,
    label,
    network,
    currency,
    details,
  }));
  const fresh = fc.uuid().map((id) => ({ ...example, id }));
  return fc.oneof(fc.constantFrom(...known), fresh);
}

const settlement = fc
  .record({
    executed: fc.constantFrom(true, true, false),
    comment,
  })
  .map((said) => (said.executed ? { ...said, fill: new Real('its fill') } : said));

const unbooked = fc
  .record({
    comment: comment,
    how: fc.constantFrom({ outcome: 'booked' }, { outcome: 'not-executed', budget: 'keep' }),
  })
  .map(({ how, ...said }) => ({ ...how, ...said }));

const RULE_PATCHES = [
  { enabled: false },
  { enabled: true },
  { threshold: '3' },
  { keep: '1.5' },
  { label: 'Another label' },
  { budgets: { per24Hours: '5' } },
  { approvalAbove: '0.1' },
];
const ACCOUNT_PATCHES = [{ status: 'inactive' }, { status: 'active' }, { label: 'Another label' }];
const WEBHOOK_PATCHES = [{ status: 'paused' }, { status: 'active' }, { label: 'Another label' }];
const MATCHING_RULE_PATCHES = [{ enabled: false }, { maximum: '1' }, { label: 'Another label' }];
const CALENDAR_PATCHES = [
  { holidays: [{ date: '2026-12-25' }, { date: '2026-12-26' }] },
  { holidays: [] },
  { label: 'Another label' },
];
const MANUAL_RATE_PATCHES = [{ rate: '1.2' }, { label: 'Another label' }];
const TRADES = { instruments: ['BTC/USD', 'ETH/USD'], maximumNotional: '1000000' };
const CONTROL_PATCHES = [
  { mode: 'live' },
  { trades: { ...TRADES, approvalAbove: '500' } },
  { trades: { ...TRADES, per24Hours: { total: '2000000', person: '1000000' } } },
  { trades: { ...TRADES, collarPercent: '2' } },
  { approvalExpirySeconds: 1_800 },
  { approvalTiers: { oneAbove: '100', twoAbove: '10000' } },
  { changeExpirySeconds: 7_200 },
];

/** Bodies by operation; of others, the document's example. */
const BODIES: Readonly<Record<string, (example: object) => fc.Arbitrary<unknown>>> = {
  placeTrade: () => trade,
  requestWithdrawal: () => withdrawal,
  createSweepRule: (example) => rule(example, fc.constantFrom(...RULE_IDS)),
  replaceSweepRule: () => current(...RULE_PATCHES),
  createAccount: account,
  replaceAccount: () => current(...ACCOUNT_PATCHES),
  replaceWebhook: () => current(...WEBHOOK_PATCHES),
  replaceMatchingRule: () => current(...MATCHING_RULE_PATCHES),
  replaceCalendar: () => current(...CALENDAR_PATCHES),
  replaceManualRate: () => current(...MANUAL_RATE_PATCHES),
  replaceControls: () => current(...CONTROL_PATCHES),
  halt: () => fc.record({ comment, currency: fc.constantFrom('EUR', 'SOL', 'EUR', 'BTC') }),
  proposeResumption: () =>
    fc.record(
      { comment, currency: fc.constantFrom('EUR', 'SOL', 'BTC') },
      { requiredKeys: ['comment'] },
    ),
  approveInstruction: () => fc.record({ comment }),
  settleInstruction: () => settlement,
  concludeUnbooked: () => unbooked,
  previewSweepRules: (example) => draft(example, {}),
  backtestSweepRules: (example) => draft(example, { from: moment(10, 50), to: moment(0, 5) }),
};

/** The more, the longer ago. */
function moment(min: number, max: number): fc.Arbitrary<Real> {
  return fc.integer({ min, max }).map((each) => new Real('moment', each));
}

function draft(example: object, more: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  const { rules } = example as { readonly rules: readonly object[] };
  const [first = {}] = rules;
  return fc
    .record({
      rules: fc.array(rule(first, fc.constantFrom(...RULE_IDS)), { minLength: 1, maxLength: 2 }),
      scope: fc.constantFrom('replacing', 'alone'),
      ...more,
    })
    .map((fields) => fields as unknown);
}

export function sensibleBody({ operationId, requestBody }: Operation): fc.Arbitrary<unknown> {
  const example = requestBody?.content['application/json'].example;
  // Decisions are the same below each path that names an instruction.
  const made =
    BODIES[operationId.replace(/^(approve|settle)(?:Trade|Withdrawal)$/, '$1Instruction')];
  const known = fc.constant(example);
  return made === undefined
    ? known
    : fc.oneof({ weight: 9, arbitrary: made(example as object) }, { weight: 1, arbitrary: known });
}
