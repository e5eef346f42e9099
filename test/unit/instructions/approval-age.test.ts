import { describe, expect, it } from 'vitest';
import { sayRefusal } from '../../../treasury/facts/sentences/say/say-check.ts';
import { judgeApprovalAge, notSentInTime } from '../../../treasury/instructions/approval-age.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { PROPOSED } from '../../samples/instructions.ts';
import { rule } from '../../samples/policy.ts';

const APPROVED = '2026-01-05T09:00:00.000Z';
const kindAfter = (seconds: number) =>
  judgeApprovalAge(APPROVED, plusSeconds(APPROVED, seconds)).kind;

const ID = 'btc-excess';

describe('an approval', () => {
  it('is fresh up to the last moment before the watchdog would cancel it', () => {
    expect([0, 899.999].map(kindAfter)).toEqual(['fresh', 'fresh']);
    expect([900, 172_800].map(kindAfter)).toEqual(['too-old', 'too-old']);
  });

  it('of a moment ago is fresh also for a clock a minute behind, and for none behind that', () => {
    expect([-0.001, -60].map(kindAfter)).toEqual(['fresh', 'fresh']);
    expect([-60.001, -3_600].map(kindAfter)).toEqual(['before-it', 'before-it']);
  });

  it('is too old after fifteen minutes', () => {
    expect(judgeApprovalAge(APPROVED, plusSeconds(APPROVED, 901))).toEqual({ kind: 'too-old' });
  });
});

describe('what was not sent in time', () => {
  const daily = { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' } as const;
  const asked = {
    kind: 'request',
    idempotencyKey: 'k',
    fingerprint: 'f',
    requestedBy: 'a',
  } as const;

  it.each([
    [
      'of a rule on every snapshot',
      PROPOSED.origin,
      [rule({ id: ID })],
      'the next snapshot decides',
    ],
    [
      'of a schedule',
      PROPOSED.origin,
      [rule({ id: ID, schedule: daily })],
      'is missed, and its next',
    ],
    ['of a rule that is gone', PROPOSED.origin, [], 'its rule is gone'],
    ['that a person asked for', asked, [], 'ask anew'],
  ])('is told what comes after it: %s', (_, origin, rules, told) => {
    const message = sayRefusal(notSentInTime({ origin }, rules));
    expect(message).toContain('not sent within 900 s of its approval; ');
    expect(message).toContain(told);
  });
});
