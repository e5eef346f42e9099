import { describe, expect, it } from 'vitest';
import type { Debit } from '../../../treasury/counters/counter.ts';
import type { BlockedLane } from '../../../treasury/evidence/weigh.ts';
import type { Content } from '../../../treasury/instructions/instruction.ts';
import { type ClaimRecord, newLane } from '../../../treasury/instructions/lane.ts';
import { isOwnCopy, ownCopyOf } from '../../../treasury/sealing/claim-copies.ts';
import { taken } from '../../samples/counts.ts';
import { asked, CLAIM, PROPOSED } from '../../samples/instructions.ts';

/*
 * A claim stands in each lane that it holds and in its instruction. Whatever one copy says otherwise than the other, to the
 * last field, is another program's.
 */

const at = CLAIM.claimedAt;
const { debits: _, ...BARE } = CLAIM;
const TRADED = [taken({ kind: 'traded', of: '', unit: 'USD' }, '60000', at)];
const RULED = [
  taken({ kind: 'rule', of: 'btc-excess' }, '1', at),
  taken({ kind: 'unapproved', of: 'exchange' }, '1', at),
];
const FULL: ClaimRecord = {
  ...CLAIM,
  debits: [...RULED, taken({ kind: 'account', of: 'cold' }, '1.25', at)],
  outgoing: '1.25',
  fee: '0.01',
  outflowVersion: 3,
  firstPayment: { accountId: 'cold', of: 'digest', amount: '1.25' },
};

function tradeOf(side: 'buy' | 'sell'): Content {
  return { kind: 'trade', instrument: 'BTC/USD', side, amount: '1', price: '60000' };
}

function instructionOf(content: Content, claim: ClaimRecord) {
  const status = { state: 'rejected', at, status: 422, evidence: 'no', claim } as const;
  return asked(PROPOSED.id, content, at, status);
}

function laneOf(currency: string, claim: ClaimRecord): BlockedLane {
  return {
    ...newLane('main', currency, 'table-1'),
    status: { state: 'rejected', claim, since: at },
  };
}

function otherThan(claim: object, field: string, full: unknown): unknown {
  const value = Object.entries(claim).find(([name]) => name === field)?.[1];
  if (value === undefined) return full;
  if (Array.isArray(value)) return [...value, ...TRADED];
  if (typeof value !== 'object') return typeof value === 'number' ? 99 : 'theirs';
  return 'at' in value ? { ...value, at: CLAIM.sendBy } : { ...value, amount: '9' };
}

/** Both lanes of a trade as its claim writes them: what it debits stands in the lane that pays. */
function tradeClaims(side: 'buy' | 'sell', ruled: readonly Debit[]) {
  const shared = { ...BARE, debits: [] };
  const debits = [...ruled, ...TRADED];
  const base = { ...shared, balanceBefore: '3.25' };
  const quote = { ...shared, balanceBefore: '90000' };
  return side === 'sell'
    ? { base: { ...base, outgoing: '1', debits }, quote }
    : { base, quote: { ...quote, outgoing: '60150', debits } };
}

const CASES = [
  { name: 'a withdrawal', content: PROPOSED.content, base: FULL, quote: undefined },
  ...(['buy', 'sell'] as const).flatMap((side) =>
    [RULED, []].map((ruled) => ({
      name: `a trade that ${side}s, ${ruled === RULED ? 'by a rule' : 'placed'}`,
      content: tradeOf(side),
      ...tradeClaims(side, ruled),
    })),
  ),
];

describe.each(CASES)('the claim of $name', ({ content, base, quote }) => {
  const instruction = instructionOf(content, ownCopyOf(base, quote));
  const lanes = [laneOf('BTC', base), ...(quote === undefined ? [] : [laneOf('USD', quote)])];

  it('is the same in its lanes and in its instruction', () => {
    expect(lanes.map((lane) => isOwnCopy(instruction, lane))).toEqual(lanes.map(() => true));
  });

  it('is another one once any field of a lane is another, missing, or one more', () => {
    for (const lane of lanes) {
      const { claim } = lane.status;
      const forged = [
        ...Object.entries(FULL).map(([field, full]) => ({
          ...claim,
          [field]: otherThan(claim, field, full),
        })),
        ...Object.keys(claim).map((field) => ({ ...claim, [field]: undefined })),
        { ...claim, debits: [taken({ kind: 'traded', of: '', unit: 'USD' }, '1', at)] },
      ];
      for (const each of forged) {
        const other = laneOf(lane.currency, each as ClaimRecord);
        expect(isOwnCopy(instruction, other), JSON.stringify(each)).toBe(false);
      }
    }
  });
});

it('no claim is that of an instruction which has none', () => {
  const approved = asked(PROPOSED.id, PROPOSED.content, at, {
    state: 'approved',
    at,
    approvals: [{ by: 'ann', at }],
  });
  expect(isOwnCopy(approved, laneOf('BTC', CLAIM))).toBe(false);
});
