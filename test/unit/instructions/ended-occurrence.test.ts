import { describe, expect, it } from 'vitest';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { missedByEnd } from '../../../treasury/ledger/ended-occurrence.ts';
import { APPROVED, CLAIM, PROPOSED, SENDING } from '../../samples/instructions.ts';
import { rule } from '../../samples/policy.ts';
import { ANY_STOP } from '../../samples/stops.ts';

const AT = '2026-01-05T09:10:00.000Z';
const ID = 'btc-excess';
const DAILY = { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' } as const;
const RULES = [rule({ id: ID, schedule: DAILY })];
const WAITING = advance(PROPOSED, { kind: 'require-approval', at: AT, expiresAt: AT });
const { nonce } = CLAIM;

const cancelled = (reason: string) =>
  advance(APPROVED, { kind: 'cancel', at: AT, reason, why: ANY_STOP, checks: [] });
const concluded = (
  outcome: Extract<Parameters<typeof advance>[1], { kind: 'conclude' }>['outcome'],
) => advance(SENDING, { kind: 'conclude', at: AT, nonce, outcome });
const REJECTED = concluded({ state: 'rejected', status: 422, evidence: 'no' });
const UNKNOWN = concluded({ state: 'unknown', cause: 'timeout', evidence: 'none' });
const settled = (before: Instruction, executed: boolean) =>
  advance(before, { kind: 'settle', at: AT, by: ['a', 'b'], executed, comment: 'looked' });
const byEvidence = advance(UNKNOWN, {
  ...{ kind: 'settle-by-evidence', at: AT, executed: false, comment: 'no fall' },
});

describe('an occurrence whose instruction ends without anything having left', () => {
  it.each<[string, Instruction, Instruction, { state: string; reason: string } | null]>([
    [
      'cancelled at its claim',
      APPROVED,
      cancelled('price-moved'),
      { state: 'cancelled', reason: 'price-moved' },
    ],
    [
      'too old to be sent',
      APPROVED,
      cancelled('too-old'),
      { state: 'cancelled', reason: 'too-old' },
    ],
    ['called off by a person, who knows', APPROVED, cancelled('cancelled-by-ann'), null],
    [
      'declined by a person, who knows',
      WAITING,
      advance(WAITING, { kind: 'decline', at: AT, by: 'ann', comment: 'no' }),
      null,
    ],
    [
      'never approved',
      WAITING,
      advance(WAITING, { kind: 'expire', at: AT }),
      { state: 'expired', reason: 'expired' },
    ],
    [
      'not sent',
      SENDING,
      concluded({ state: 'not-sent', cause: 'dns', evidence: 'none' }),
      { state: 'not-sent', reason: 'dns' },
    ],
    ['rejected', SENDING, REJECTED, { state: 'rejected', reason: '422' }],
    ['rejected before, and released', REJECTED, settled(REJECTED, false), null],
    ['unknown, which is not its end', SENDING, UNKNOWN, null],
    [
      'unknown, and settled as not executed',
      UNKNOWN,
      settled(UNKNOWN, false),
      { state: 'released', reason: 'settled-by-people' },
    ],
    [
      'unknown, and released by the evidence',
      UNKNOWN,
      byEvidence,
      { state: 'released', reason: 'settled-by-evidence' },
    ],
    ['unknown, and settled as executed', UNKNOWN, settled(UNKNOWN, true), null],
  ])('is missed once, if it was %s', (_, before, after, ended) => {
    const writes = missedByEnd(before, after, RULES);
    const { occurrence, snapshot } = PROPOSED.origin as Instruction['origin'] & { kind: 'sweep' };
    const missed = { count: 1, countedAll: true, first: occurrence, last: occurrence };
    expect(writes).toEqual(
      ended === null
        ? []
        : [
            {
              kind: 'record-missed',
              missed: {
                ...{ tenant: 'main', ruleId: ID, ruleVersion: 1, currency: 'BTC', snapshot },
                ...{ decidedAt: AT, missed, ended: { instructionId: PROPOSED.id, ...ended } },
              },
            },
          ],
    );
  });

  it('is none of a rule on every snapshot, of one that is gone, or of what a person asked for', () => {
    const after = cancelled('price-moved');
    expect(missedByEnd(APPROVED, after, [rule({ id: ID })])).toEqual([]);
    expect(missedByEnd(APPROVED, after, [])).toEqual([]);
    const asked = {
      kind: 'request',
      idempotencyKey: 'k',
      fingerprint: 'f',
      requestedBy: 'ann',
    } as const;
    expect(missedByEnd({ ...APPROVED, origin: asked }, { ...after, origin: asked }, RULES)).toEqual(
      [],
    );
  });
});
