import { describe, expect, it } from 'vitest';
import { REFUSAL_REASONS } from '../../../treasury/decisions/decision.ts';
import { sayFailing } from '../../../treasury/facts/sentences/say/say-failing.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import {
  claimLane,
  concludeLane,
  dropOpen,
  releaseLane,
  timeOutLane,
} from '../../../treasury/instructions/lane-transitions.ts';
import {
  destinationOf,
  failureOf,
  isWeighed,
  weightOf,
} from '../../../treasury/instructions/rule-failures.ts';
import {
  failingRules,
  failuresInARow,
  shownFailing,
} from '../../../treasury/rules/failing-rules.ts';
import { TRADE_REFUSAL_CODES } from '../../../treasury/trades/trade-refusal.ts';
import { APPROVED, CLAIM, IDLE_LANE, SENDING } from '../../samples/instructions.ts';
import { ACCOUNT, rule } from '../../samples/policy.ts';

const ID = 'btc-excess';
const { nonce } = CLAIM;
const COLD = '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01';
const RULE = rule({ id: ID, withdrawalAccountId: COLD });
const POLICY = { rules: [RULE], accounts: [{ ...ACCOUNT, id: COLD, label: 'Cold storage' }] };
type Outcome = Extract<Parameters<typeof advance>[1], { kind: 'conclude' }>['outcome'];

const at = (n: number) => `2026-01-1${n}T09:10:00.000Z`;
const numbered = (instruction: Instruction, n: number): Instruction => ({
  ...instruction,
  id: `sweep-${n}`,
});
const REFUSED: Outcome = { state: 'rejected', status: 422, evidence: '422: not allowed' };
const SENT: Outcome = {
  ...{ state: 'confirmed', evidence: 'ok' },
  confirmation: { kind: 'withdrawal', withdrawals: [] },
};

/** The lane after one more instruction: claimed, concluded so, and freed where it was blocked. */
function ended(lane: Lane, n: number, outcome: Outcome, content = SENDING.content): Lane {
  const sending = numbered({ ...SENDING, content }, n);
  const concludedAs = advance(sending, { kind: 'conclude', at: at(n), nonce, outcome });
  const claimed = claimLane(lane, { ...CLAIM, instructionId: sending.id });
  const concluded = concludeLane(claimed, {
    ...{ nonce, at: at(n), outcome: outcome.state, backoff: RULE.backoff },
    ...{ failure: failureOf(concludedAs), destination: destinationOf(concludedAs) },
  });
  return concluded.status.state === 'idle'
    ? concluded
    : releaseLane(concluded, sending.id, false, at(n));
}
const cancelledAt = (lane: Lane, n: number, reason: string) => {
  const event = {
    kind: 'cancel',
    at: at(n),
    reason,
    why: { code: 'cancelled-by-person', by: 'so', comment: reason },
    checks: [],
  } as const;
  const cancelled = advance(numbered(APPROVED, n), event);
  return dropOpen(lane, cancelled.id, failureOf(cancelled));
};
const told = (lane: Lane) => failingRules(POLICY, [lane]).map((each) => sayFailing(each));
const count = (lane: Lane) => failuresInARow(RULE, lane, POLICY)?.failures ?? 0;

describe('what of a rule does not leave', () => {
  it('is told from the third in a row on, with what the service said', () => {
    const two = [1, 2].reduce((lane, n) => ended(lane, n, REFUSED), IDLE_LANE);
    expect([count(two), told(two)]).toEqual([2, []]);
    const three = ended(two, 3, REFUSED);
    expect(told(three)).toEqual([
      '3 withdrawals of btc-excess to "Cold storage" in a row did not leave; the service refused the last: 422: not allowed',
    ]);
    expect(failingRules(POLICY, [three])).toMatchObject([{ since: at(1), at: at(3) }]);
  });

  it('counts every way not to leave in one row, and each instruction once', () => {
    const ways: readonly Outcome[] = [
      { state: 'not-sent', cause: 'dns', evidence: 'no name' },
      { state: 'unknown', cause: 'timeout', evidence: 'nothing' },
      REFUSED,
    ];
    const lane = ways.reduce((before, way, n) => ended(before, n + 1, way), IDLE_LANE);
    expect(count(cancelledAt(lane, 4, 'price-moved'))).toBe(4);
    const sending = claimLane(lane, { ...CLAIM, instructionId: 'sweep-5' });
    const lost = advance(numbered(SENDING, 5), { kind: 'lose', at: at(5) });
    const unknown = timeOutLane(sending, 'sweep-5', at(5), failureOf(lost));
    expect(count(unknown)).toBe(4);
    const anomaly: Outcome = { state: 'anomaly', cause: 'other-amount', evidence: 'more' };
    const late = advance(lost, { kind: 'conclude', at: at(5), nonce, outcome: anomaly });
    const twice = { nonce, at: at(5), outcome: 'anomaly', failure: failureOf(late) } as const;
    expect(count(concludeLane(unknown, twice))).toBe(4);
  });

  it('ends with what is confirmed, also by people, and with nothing else', () => {
    const three = [1, 2, 3].reduce((lane, n) => ended(lane, n, REFUSED), IDLE_LANE);
    expect(count(cancelledAt(three, 4, 'below-threshold'))).toBe(3);
    expect(count(ended(three, 4, SENT))).toBe(0);
    const claimed = claimLane(three, { ...CLAIM, instructionId: 'sweep-4' });
    const unknown = timeOutLane(claimed, 'sweep-4', at(4));
    const { destination } = { destination: destinationOf(SENDING) };
    expect(count(releaseLane(unknown, 'sweep-4', true, at(5), { destination }))).toBe(0);
    expect(count(releaseLane(unknown, 'sweep-4', false, at(5)))).toBe(3);
  });

  it('is told of an account that is refused while another part of the split is paid', () => {
    const other = { ...SENDING.content, withdrawalAccountId: 'another' } as Instruction['content'];
    const lane = [1, 2, 3].reduce(
      (before, n) => ended(ended(before, n, REFUSED), n + 3, SENT, other),
      IDLE_LANE,
    );
    expect(count(lane)).toBe(3);
  });

  it('is not told of a rule that is switched off, or of an account that it pays to no more', () => {
    const three = [1, 2, 3].reduce((lane, n) => ended(lane, n, REFUSED), IDLE_LANE);
    for (const changed of [
      { ...RULE, enabled: false },
      { ...RULE, withdrawalAccountId: 'another' },
    ]) {
      expect(failingRules({ ...POLICY, rules: [changed] }, [three])).toEqual([]);
    }
  });

  it('keeps one bounded, printable line of what the service said', () => {
    const long = `<b>\u202e${'x'.repeat(5_000)}\n`;
    const lane = ended(IDLE_LANE, 1, { state: 'rejected', status: 400, evidence: long });
    const failing = failuresInARow(RULE, lane, POLICY);
    const message = failing === null ? '' : shownFailing(failing).message;
    expect(message.length).toBeLessThanOrEqual(240);
    expect(message).not.toMatch(/[\n\u202e]/);
  });
});

describe('the reasons of a cancellation at the claim', () => {
  it('each say how they count', () => {
    const all = [...REFUSAL_REASONS, ...TRADE_REFUSAL_CODES, 'too-old', 'seal-invalid'];
    expect(all.filter((reason) => !isWeighed(reason))).toEqual([]);
  });

  it.each([
    ['too-old', 'counts'],
    ['price-moved', 'counts'],
    ['account-limit', 'counts'],
    ['one that nothing knows', 'counts'],
    ['halted', 'people'],
    ['rule-changed', 'people'],
    ['cancelled-by-ann', 'people'],
    ['below-threshold', 'ordinary'],
    ['balance-insufficient', 'ordinary'],
    ['backoff', 'follows'],
  ])('%s: %s', (reason, weight) => {
    expect(weightOf(reason)).toBe(weight);
    expect(count(cancelledAt(IDLE_LANE, 1, reason))).toBe(weight === 'counts' ? 1 : 0);
  });

  it('count nothing where a halt came between the claim and the sending', () => {
    const lane = ended(IDLE_LANE, 1, { state: 'not-sent', cause: 'halt-changed', evidence: 'h' });
    expect(count(lane)).toBe(0);
  });
});
