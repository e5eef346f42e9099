import { describe, expect, it } from 'vitest';
import { type History, madeUpHistory } from '../../../local/demo-data/history.ts';
import { MADE_UP_PEOPLE } from '../../../local/demo-data/marks.ts';
import { DEMO_DATA_DAYS, lastTickBefore } from '../../../local/demo-data/period.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { firstBrokenLink } from '../../../treasury/audit/audit-entry.ts';
import { showHistory } from '../../../treasury/facts/sentences/say/show-instruction.ts';
import { isClosed } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { type Break, explanationOf } from '../../../treasury/ledger/break.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import { ZERO } from '../../../treasury/money/decimal.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import type { Snapshot, SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { faultsOfRequest } from '../../../treasury/tie-out/three-ways.ts';
import { tradeFillOf } from '../../../treasury/trades/trade-fill.ts';
import { type Balances, statedIn } from '../../../treasury/valuation/balance.ts';
import { stated } from '../../stated.ts';
import { BALANCES, PRICES } from './sandbox-begins.ts';

const NOW = Date.parse('2026-11-21T15:24:56.000Z');
const LAST = lastTickBefore(NOW);
const DEMO = readPolicyInput(null, 0);

const STRANGE: Balances = {
  BTC: { total: '0.00000001', available: '0.00000001' },
  ETH: { total: '0', available: '0' },
  USD: { total: '999999999999.99', available: '3.10' },
  EUR: { total: '0.01', available: '0.01' },
  XAU: { total: '7', available: '0' },
};

async function historyOf(balances: Balances, last = LAST): Promise<History> {
  const settings = {
    ...{ tenant: 'main', reportingCurrency: 'USD', reportingTimeZone: 'Europe/Zurich' },
    ...{ last, balances, prices: PRICES },
  };
  const making = madeUpHistory(settings);
  const handedOver: Snapshot[] = [];
  for (;;) {
    const { done, value } = await making.next();
    if (done !== true) handedOver.push(...value.snapshots);
    else {
      expect(handedOver).toEqual(value.snapshots);
      return value;
    }
  }
}

function taken({ snapshots }: History): readonly SnapshotTaken[] {
  return snapshots.filter((each): each is SnapshotTaken => each.kind === 'taken');
}

function latest<T>(pairs: readonly (readonly [string, T])[]): readonly T[] {
  return [...new Map(pairs).values()];
}

function breaksOf({ changes }: History): readonly Break[] {
  return latest(
    changes.flatMap((change): [string, Break][] =>
      change.kind === 'put-break' ? [[change.break.id, change.break]] : [],
    ),
  );
}

function instructionsOf({ changes }: History): readonly Instruction[] {
  return latest(
    changes.flatMap((change): [string, Instruction][] =>
      'instruction' in change ? [[change.instruction.id, change.instruction]] : [],
    ),
  );
}

function flowsOf({ changes }: History): readonly Flow[] {
  return latest(
    changes.flatMap((change): [string, Flow][] =>
      change.kind === 'put-flow'
        ? [[`${change.flow.snapshot}#${change.flow.currency}`, change.flow]]
        : [],
    ),
  );
}

/** Accounts and rules as they end. */
function policyOf({ changes }: History) {
  const rules = changes.flatMap((change) =>
    change.kind === 'put-rule' ? [[change.rule.id, change.rule] as const] : [],
  );
  const accounts = changes.flatMap((change) =>
    change.kind === 'put-account' ? [[change.account.id, change.account] as const] : [],
  );
  return { rules: latest(rules), accounts: latest(accounts) };
}

function decisionsAbout(ruleId: string) {
  return history.runs.flatMap(({ decisions }) =>
    decisions.filter(({ decision }) => decision.ruleId === ruleId),
  );
}

/** What the clocks of a time zone show at a moment: "17:00". */
function wallTime(at: string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(new Date(at));
}

function isWeekend(at: string): boolean {
  return [0, 6].includes(new Date(at).getUTCDay());
}

const history = await historyOf(BALANCES);

describe('demo data', () => {
  it('covers ninety days and ends, to the letter, with what the sandbox holds and quotes', () => {
    const last = taken(history).at(-1);
    expect(last).toMatchObject({ scheduledFor: LAST, balances: BALANCES, prices: PRICES });
    expect(Date.parse(LAST) - Date.parse(history.from)).toBe(DEMO_DATA_DAYS * 86_400_000);
    expect(Date.parse(LAST)).toBeLessThan(NOW - 60_000);
  });

  it.each([
    ['those of the sandbox', BALANCES],
    ['strange ones', STRANGE],
  ])('adds up for balances such as %s, with every movement known or named', async (_, balances) => {
    const made = await historyOf(balances);
    const first = taken(made)[0];
    for (const currency of Object.keys(balances)) {
      const flows = flowsOf(made).filter((flow) => flow.currency === currency);
      const moved = flows
        .flatMap((flow) => [...flow.movements.map(({ amount }) => amount), flow.unexplained])
        .reduce((sum, amount) => sum.plus(decimalOf(amount)), ZERO);
      const opening = decimalOf(stated(first?.balances, currency)?.total ?? '0');
      expect(opening.plus(moved).equals(decimalOf(stated(balances, currency)?.total ?? '0'))).toBe(
        true,
      );
    }
    for (const { balances: held } of taken(made)) {
      for (const { total, available = total } of statedIn(held).map(([, each]) => each)) {
        expect(decimalOf(available).isNegative()).toBe(false);
        expect(decimalOf(total).isNegative()).toBe(false);
      }
    }
    const breaks = new Set(breaksOf(made).map(({ snapshot, currency }) => snapshot + currency));
    const unexplained = flowsOf(made).filter((flow) => flow.unexplained !== '0');
    expect(unexplained.filter((flow) => !breaks.has(flow.snapshot + flow.currency))).toEqual([]);
    expect(breaksOf(made).filter(({ status }) => status.state !== 'closed').length).toBeLessThan(2);
  });

  it('leaves one inflow open to be looked at, and says in it that it is made up', () => {
    const open = breaksOf(history).filter(({ status }) => status.state !== 'closed');
    expect(open).toMatchObject([{ currency: 'BTC', direction: 'inflow', mayBe: [] }]);
    expect(open[0]?.history.at(-1)).toMatchObject({ by: 'demo-data', state: 'open' });
  });

  it('has a request of unknown outcome that two people settled, and a break closed by that', () => {
    const settled = instructionsOf(history).filter(
      ({ status }) => status.state === 'confirmed' && status.confirmation.kind === 'settled',
    );
    expect(settled).toHaveLength(1);
    const by = breaksOf(history).filter(
      ({ status }) => status.state === 'closed' && status.how === 'settlement',
    );
    expect(by).toMatchObject([{ status: { instructionIds: [settled[0]?.id] } }]);
    expect(instructionsOf(history).every(isClosed)).toBe(true);
  });

  it('has a missed tick, a tick without prices, trades, approvals and something declined', () => {
    expect(history.snapshots.filter(({ kind }) => kind === 'missed')).toHaveLength(1);
    expect(taken(history).filter(({ pricesMissing }) => pricesMissing !== undefined)).toHaveLength(
      1,
    );
    expect(
      flowsOf(history).filter(({ price, currency }) => price === null && currency !== 'CHF'),
    ).toEqual([]);
    const instructions = instructionsOf(history);
    const trades = instructions.filter(({ content }) => content.kind === 'trade');
    expect(trades.filter(({ origin }) => origin.kind === 'request')).toHaveLength(10);
    expect(instructions.filter(({ status }) => status.state === 'declined')).toHaveLength(1);
    const approved = instructions.filter(({ history: lines }) =>
      showHistory(lines).some(({ by = [] }) => by.includes(MADE_UP_PEOPLE.approver)),
    );
    expect(approved.length).toBeGreaterThan(5);
  });

  it('has rules that two people agreed to, and a decision about each of them on every snapshot', () => {
    const { rules, accounts } = policyOf(history);
    expect(rules.map(({ id }) => id)).toEqual([
      'demo-usdc-surplus',
      'demo-eth-half',
      'demo-btc-cold-storage',
      'demo-eur-payroll',
      'demo-eur-close-of-business',
      'demo-usd-large',
      'demo-sol-to-usd',
      'demo-sol-paused',
    ]);
    const approved = history.changes.flatMap((change) =>
      change.kind === 'put-change' && change.change.status.state === 'approved'
        ? [change.change.status.by]
        : [],
    );
    expect(approved).toEqual(
      Array.from({ length: rules.length + accounts.length }, () => MADE_UP_PEOPLE.approver),
    );
    // Not on the first, before there were rules, nor on the last, with which they were deleted.
    const ruled = taken(history).length - 2;
    for (const { id } of rules) expect(decisionsAbout(id)).toHaveLength(ruled);
  });

  it('sweeps what its rules decide, and says of each day why they do not', () => {
    const sweeps = instructionsOf(history).filter(({ origin }) => origin.kind === 'sweep');
    const decided = history.runs.flatMap(({ decisions }) =>
      decisions.flatMap(({ decision, instructionId }) =>
        decision.outcome === 'sweep'
          ? (decision.parts?.map((part) => part.instructionId) ?? [instructionId])
          : [],
      ),
    );
    expect(sweeps.map(({ id }) => id).toSorted()).toEqual(decided.toSorted());
    expect(sweeps.every(({ status }) => status.state === 'confirmed')).toBe(true);
    expect(
      new Set(
        sweeps.flatMap(({ content }) => (content.kind === 'withdrawal' ? [content.currency] : [])),
      ),
    ).toEqual(new Set(['USDC', 'ETH', 'BTC', 'USD', 'EUR']));
    const reasons = new Set(
      history.runs.flatMap(({ decisions }) =>
        decisions.flatMap(({ decision }) =>
          decision.outcome === 'no-sweep' ? [decision.reason] : [],
        ),
      ),
    );
    expect([...reasons].toSorted()).toEqual(
      expect.arrayContaining(['below-threshold', 'disabled', 'not-scheduled', 'uncertain']),
    );
    const never = decisionsAbout('demo-sol-paused').map(({ decision }) => decision.outcome);
    expect(new Set(never)).toEqual(new Set(['no-sweep']));
  });

  it("sweeps by the demo's own rules: their thresholds, amounts, budgets, approvals and accounts", () => {
    const { rules, accounts } = policyOf(history);
    for (const own of DEMO.rules) {
      const past = rules.find(({ id }) => id === `demo-${own.id}`);
      const { threshold, keep, allocation, minimum, maximum, step, budgets, approvalAbove } = own;
      const same = { threshold, keep, allocation, minimum, step, budgets };
      expect(past).toMatchObject({ ...same, cooldownSeconds: own.cooldownSeconds });
      expect([past?.maximum, past?.approvalAbove]).toEqual([maximum, approvalAbove]);
      expect(past?.cutOff).toEqual(own.cutOff);
    }
    const labels = DEMO.accounts.map(({ label }) => `Demo data: ${label}`);
    for (const { label } of accounts) expect(labels).toContain(label);
  });

  it.each([
    ['in winter', LAST],
    ...[1, 2, 3, 4, 5].map((hours) => [
      `${hours} hours later`,
      lastTickBefore(NOW + hours * 3_600_000),
    ]),
    ['in summer', lastTickBefore(Date.parse('2026-08-12T06:10:00.000Z'))],
  ])('starts an occurrence before the cut-off of its day, or not at all: %s', async (_, last) => {
    const made = await historyOf(BALANCES, last);
    const closing = DEMO.rules.filter(({ cutOff }) => cutOff !== undefined);
    expect(closing.map(({ id }) => id)).toEqual(['eur-close-of-business']);
    for (const { id, cutOff } of closing) {
      const swept = made.runs.flatMap(({ decisions }) =>
        decisions.flatMap(({ decision }) =>
          decision.ruleId === `demo-${id}` && decision.outcome === 'sweep' ? [decision] : [],
        ),
      );
      expect(swept.length).toBeGreaterThan(9);
      for (const { decidedAt, checks } of swept) {
        const cutOffs = checks.filter(({ fact }) => fact.limit === 'cut-off');
        expect(cutOffs.map(({ holds }) => holds)).toEqual([true]);
        expect(wallTime(decidedAt, cutOff?.timeZone)).toBe('17:00');
      }
      const left = instructionsOf(made).filter(
        ({ origin }) => origin.kind === 'sweep' && origin.ruleId === `demo-${id}`,
      );
      expect(left.length).toBeGreaterThan(9);
      for (const { status } of left) {
        expect(wallTime(status.at, cutOff?.timeZone) < String(cutOff?.time)).toBe(true);
      }
    }
  });

  it('looks at each closing of a working day, and nowhere else more often than every six hours', () => {
    const closings = history.snapshots.filter(
      ({ scheduledFor }) =>
        wallTime(scheduledFor, 'Europe/Zurich') === '17:00' && !isWeekend(scheduledFor),
    );
    expect(closings.length).toBeGreaterThan(62);
    expect(history.snapshots.length).toBeLessThan(475);
  });

  it('holds, after each decision, what those rules leave', () => {
    const limits = new Map(DEMO.rules.map((rule) => [`demo-${rule.id}`, rule]));
    let swept = 0;
    for (const { decision } of history.runs.flatMap(({ decisions }) => decisions)) {
      const rule = limits.get(decision.ruleId);
      if (decision.outcome !== 'sweep' || rule === undefined) continue;
      swept += 1;
      const amount = decimalOf(decision.amount);
      const checked = Object.fromEntries(
        decision.checks.map((check) => [check.fact.limit, check.holds]),
      );
      expect([decision.ruleId, checked.threshold]).toEqual([decision.ruleId, true]);
      expect(amount.greaterThanOrEqualTo(String(rule.minimum))).toBe(true);
      if (typeof rule.maximum === 'string')
        expect(amount.lessThanOrEqualTo(rule.maximum)).toBe(true);
      const needsApproval =
        typeof rule.approvalAbove === 'string' && amount.greaterThan(rule.approvalAbove);
      expect([decision.ruleId, decision.needsApproval]).toEqual([decision.ruleId, needsApproval]);
    }
    expect(swept).toBeGreaterThan(80);
  });

  it('has no trade above what the demo permits, and each above what takes an approval with one', () => {
    const { maximumNotional, approvalAbove = '0' } = DEMO.controls.trades;
    const large = instructionsOf(history).flatMap(({ content, history: lines, origin }) => {
      if (content.kind !== 'trade' || origin.kind !== 'request') return [];
      const value = decimalOf(content.price).times(content.amount);
      expect(value.lessThanOrEqualTo(maximumNotional)).toBe(true);
      return value.greaterThan(approvalAbove)
        ? [showHistory(lines).flatMap(({ by = [] }) => by)]
        : [];
    });
    expect(large).toHaveLength(4);
    for (const by of large) expect(by).toContain(MADE_UP_PEOPLE.approver);
  });

  it('reads like the books of a firm: its customers by name, with the invoice that they paid', () => {
    const comments = breaksOf(history).flatMap((each) => explanationOf(each)?.comment ?? []);
    const paid = comments.filter((comment) => /, invoice \d{4}$/.test(comment));
    expect(paid.length).toBeGreaterThan(40);
    expect(new Set(paid.map((comment) => comment.split(', ')[0])).size).toBeGreaterThan(3);
  });

  it('divides what the rule of EUR sweeps among two accounts, to the last cent', () => {
    const sweeps = decisionsAbout('demo-eur-close-of-business').flatMap(({ decision }) =>
      decision.outcome === 'sweep' ? [decision] : [],
    );
    expect(sweeps.length).toBeGreaterThan(9);
    for (const { amount, parts = [] } of sweeps) {
      expect(parts.map(({ withdrawalAccountId }) => withdrawalAccountId)).toEqual([
        'demo-account-eur',
        'demo-account-eur-2',
      ]);
      const paid = parts.reduce((sum, part) => sum.plus(decimalOf(part.amount)), ZERO);
      expect(paid.equals(decimalOf(amount))).toBe(true);
    }
  });

  it('turns surplus SOL into USD by trades with a slippage, and sweeps USD afterwards', () => {
    const trades = instructionsOf(history).filter(
      ({ origin }) => origin.kind === 'sweep' && origin.ruleId === 'demo-sol-to-usd',
    );
    expect(trades.length).toBeGreaterThan(4);
    for (const trade of trades) {
      const slippage = Number(tradeFillOf(trade)?.slippagePercent);
      expect(slippage).toBeGreaterThan(0.049);
      expect(slippage).toBeLessThan(0.13);
    }
    const [first] = trades;
    const swept = decisionsAbout('demo-usd-large').filter(
      ({ decision }) =>
        decision.outcome === 'sweep' && decision.decidedAt > (first?.createdAt ?? ''),
    );
    expect(swept.length).toBeGreaterThan(4);
  });

  it('has a balance below its low for the first weeks, and again once a part of it was sold', () => {
    const low = decisionsAbout('demo-btc-cold-storage')
      .flatMap(({ decision }) => decision.checks.filter(({ fact }) => fact.limit === 'low'))
      .map(({ holds }) => holds);
    const [filled, soldAgain] = [low.indexOf(true), low.lastIndexOf(true) + 1];
    expect(filled).toBeGreaterThan(20);
    expect(low.slice(filled, soldAgain)).not.toContain(false);
    expect(low.length - soldAgain).toBeGreaterThan(10);
  });

  it('cannot be taken for what happened', () => {
    const ticks = history.snapshots.map(({ scheduledFor }) => scheduledFor);
    expect(ticks.every((tick) => tick.endsWith(':00:07.000Z'))).toBe(true);
    for (const { inputs, rawBalances } of taken(history)) {
      expect(inputs?.balances.source).toBe('demo-data');
      expect(rawBalances).toContain('no service was asked');
    }
    for (const { id, origin, content } of instructionsOf(history)) {
      // The id of a sweep or a conversion is made of that of its rule.
      expect(id).toMatch(/^(sweep-|convert-)?demo-/);
      expect(origin.kind === 'sweep' ? origin.ruleId : origin.requestedBy).toMatch(/^demo/);
      if (content.kind !== 'withdrawal') continue;
      expect(content.withdrawalAccountId).toMatch(/^demo-/);
      expect(content.accountLabel).toMatch(/^Demo data: /);
    }
    for (const each of breaksOf(history)) {
      const named = explanationOf(each);
      if (named !== null) expect(`${named.by}: ${named.comment}`).toMatch(/^demo.*: Demo data: /);
    }
  });

  it('touches nothing that may let money leave, and takes nothing from any limit', () => {
    const kinds = new Set(history.changes.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'append-audit',
      'create-instruction',
      'put-account',
      'put-break',
      'put-change',
      'put-flow',
      'put-pending-claims',
      'put-rule',
      'record-withdrawal-id',
      'replace-instruction',
    ]);
    const { accounts, rules } = policyOf(history);
    expect(accounts.map(({ deletedAt, status }) => [deletedAt, status])).toEqual(
      accounts.map(() => [LAST, 'inactive']),
    );
    expect(rules.map(({ deletedAt, enabled, seal }) => [deletedAt, enabled, seal])).toEqual(
      rules.map(() => [LAST, false, undefined]),
    );
    expect(history.spans.open).toMatchObject({ through: LAST, rules: [] });
    const twoDaysBefore = new Date(Date.parse(LAST) - 2 * 86_400_000).toISOString();
    const late = instructionsOf(history).filter(({ createdAt }) => createdAt > twoDaysBefore);
    expect(late).toEqual([]);
  });

  it('is on record in an intact audit chain, by none of the built-in people', () => {
    const entries = history.changes.flatMap((change) =>
      change.kind === 'append-audit' ? [change.entry] : [],
    );
    expect(firstBrokenLink(entries)).toBeNull();
    expect(entries[0]).toMatchObject({ by: 'demo-data', action: 'begin-demo-data' });
    expect(entries.at(-1)).toMatchObject({ by: 'demo-data', action: 'end-demo-data' });
    expect(entries.every(({ by }) => by.startsWith('demo-data'))).toBe(true);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  it('says of each request in the audit log who approved it, as its register does', () => {
    const approvals = new Map<string, Set<string>>();
    for (const change of history.changes) {
      if (change.kind !== 'append-audit' || change.entry.action !== 'approve') continue;
      const { subject, by } = change.entry;
      approvals.set(subject, (approvals.get(subject) ?? new Set()).add(by));
    }
    expect(approvals.size).toBeGreaterThan(5);
    const requests = instructionsOf(history);
    expect(requests.flatMap((each) => faultsOfRequest(each, approvals))).toEqual([]);
    expect(
      history.changes.filter(
        (change) => change.kind === 'append-audit' && change.entry.action === 'decline',
      ),
    ).toHaveLength(1);
  });

  it('is the same whenever it is made up for the same end', async () => {
    expect(JSON.stringify(await historyOf(BALANCES))).toBe(JSON.stringify(history));
  });
});
