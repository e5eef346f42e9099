import { describe, expect, it } from 'vitest';
import { checkedEvent } from '../../../api/events/events.ts';
import type { Denials } from '../../../treasury/audit/denial.ts';
import { eventOf } from '../../../treasury/events/event-of.ts';
import type { LedgerMove } from '../../../treasury/events/ledger-move.ts';
import type { TreasuryEvent } from '../../../treasury/events/treasury-event.ts';
import type { ChangeStatus, PolicyChange } from '../../../treasury/ledger/policy-change.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { CONTROLS, RULE } from '../../integration/protocol/treasury-under-test.ts';
import { account } from '../../samples/policy.ts';

const AT = '2026-01-05T09:00:03.000Z';
const RECORDED = '2026-01-05T09:00:04.000Z';

const ACCOUNT = account({
  label: 'Payroll',
  network: 'sepa',
  currency: 'EUR',
  details: { iban: 'DE89370400440532013000' },
});

/** The event of a move, held against its schema like before it is published. */
function told(move: object): TreasuryEvent | null {
  const whole = { tenant: 'main', recordedAt: RECORDED, ...move } as unknown as LedgerMove;
  const event = eventOf('urn:sluice:test', whole);
  return event === null ? null : checkedEvent(event);
}

function controls(before: Partial<Controls> | null, after: Partial<Controls>) {
  return told({
    entity: 'controls',
    before: before === null ? null : { ...CONTROLS, ...before },
    after: { ...CONTROLS, version: CONTROLS.version + 1, ...after },
  });
}

const HALT = { mode: 'halted', haltedBecause: { at: AT, by: 'ann', comment: 'secret' } } as const;
const OF_BTC = { currencyModes: { BTC: 'halted' } } as const;

describe('the controls', () => {
  it.each<readonly [string, Partial<Controls> | null, Partial<Controls>]>([
    ['set', null, {}],
    ['halted', null, HALT],
    ['halted', {}, HALT],
    ['halted', {}, OF_BTC],
    ['halted', HALT, { ...HALT, ...OF_BTC }],
    ['halted', HALT, OF_BTC],
    ['resumed', HALT, {}],
    ['resumed', HALT, { mode: 'dry-run' }],
    ['resumed', OF_BTC, {}],
    ['changed', OF_BTC, { currencyModes: { BTC: 'halted', EUR: 'dry-run' } }],
    ['changed', { mode: 'dry-run' }, { mode: 'live' }],
    ['changed', {}, { approvalExpirySeconds: 60 }],
  ])('are told as %s', (outcome, before, after) => {
    expect(controls(before, after)?.type).toBe(`com.sluice.controls.${outcome}`);
  });

  it('say who halted everything and when, without the comment', () => {
    const event = controls({}, HALT);
    expect(event).toMatchObject({
      id: `main/controls/${CONTROLS.version + 1}`,
      time: AT,
      data: { mode: 'halted', previousMode: CONTROLS.mode, haltedBy: 'ann', fields: ['mode'] },
    });
    expect(JSON.stringify(event)).not.toContain('secret');
    expect(controls({}, OF_BTC)).toMatchObject({ time: RECORDED, data: { haltedBy: null } });
  });

  it('are not told where they are the same version', () => {
    expect(told({ entity: 'controls', before: CONTROLS, after: CONTROLS })).toBeNull();
  });
});

describe('rules and accounts', () => {
  const rule = (before: SweepRule | null, after: SweepRule) =>
    told({ entity: 'rule', before, after });
  const account = (before: RegisteredAccount | null, after: RegisteredAccount) =>
    told({ entity: 'account', before, after });

  it('are told as created, changed with the fields by name, and deleted', () => {
    expect(rule(null, RULE)?.type).toBe('com.sluice.rule.created');
    const changed = { ...RULE, threshold: '7', enabled: false, activeSince: AT, version: 2 };
    expect(rule(RULE, changed)).toMatchObject({
      type: 'com.sluice.rule.changed',
      time: AT,
      data: { ruleId: RULE.id, version: 2, enabled: false, fields: ['threshold', 'enabled'] },
    });
    const deleted = { ...changed, deletedAt: AT, version: 3 };
    expect(rule(changed, deleted)?.type).toBe('com.sluice.rule.deleted');
    expect(rule(RULE, RULE)).toBeNull();
  });

  it('are told to have missed occurrences once, by the record that says so', () => {
    const missed = {
      count: 2,
      countedAll: true,
      first: '2025-11-25T09:00:00.000Z',
      last: '2025-12-25T09:00:00.000Z',
    };
    const of = { ruleId: RULE.id, ruleVersion: 1, currency: 'BTC', decidedAt: AT };
    const stored = { tenant: 'main', snapshot: AT, ...of, missed };
    expect(told({ entity: 'missed', before: null, after: stored })).toMatchObject({
      type: 'com.sluice.rule.missed',
      id: `main/missed/${RULE.id}/${AT}`,
      subject: RULE.id,
      data: { ruleId: RULE.id, snapshot: AT, ...missed },
    });
    expect(told({ entity: 'missed', before: stored, after: stored })).toBeNull();
  });

  it('are told to have missed an occurrence that ended unsent, beside what the same run missed', () => {
    const fell = '2025-12-25T09:00:00.000Z';
    const missed = { count: 1, countedAll: true, first: fell, last: fell };
    const of = { ruleId: RULE.id, ruleVersion: 1, currency: 'BTC', decidedAt: AT };
    const ended = { instructionId: 'sweep-1', state: 'rejected', reason: '422' } as const;
    const stored = { tenant: 'main', snapshot: AT, ...of, missed, ended };
    expect(told({ entity: 'missed', before: null, after: stored })).toMatchObject({
      id: `main/missed/${RULE.id}/sweep-1`,
      data: { first: fell, instructionId: 'sweep-1', ended: 'rejected', reason: '422' },
    });
  });

  it('are told without where the money goes', () => {
    const usableFrom = '2026-01-06T09:00:03.000Z';
    const other = { ...ACCOUNT, details: { iban: 'DE02120300000000202051' }, version: 2 };
    const events = [
      account(null, { ...ACCOUNT, usableFrom }),
      account(ACCOUNT, other),
      account(other, { ...other, status: 'inactive', deletedAt: AT, version: 3 }),
    ];
    expect(events).toMatchObject([
      { type: 'com.sluice.account.registered', time: RECORDED, data: { usableFrom } },
      { type: 'com.sluice.account.changed', data: { fields: ['details'], usableFrom: null } },
      { type: 'com.sluice.account.closed', time: AT, data: { fields: ['status'] } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/DE\d/);
    expect(account(ACCOUNT, ACCOUNT)).toBeNull();
  });
});

describe('a proposed change', () => {
  const { version: _version, ...draft } = ACCOUNT;
  const CHANGE: PolicyChange = {
    kind: 'account',
    before: draft,
    after: { ...draft, details: { iban: 'DE02120300000000202051' } },
    tenant: 'main',
    id: '20260105T090003000Z-1f0c9a3e',
    baseVersion: 1,
    madeBy: 'tom',
    madeAt: AT,
    expiresAt: '2026-01-08T09:00:03.000Z',
    comment: 'secret',
    status: { state: 'proposed' },
    version: 1,
  };
  const change = (before: PolicyChange | null, after: PolicyChange) =>
    told({ entity: 'change', before, after });

  it('is told with what it touches by name, not by value', () => {
    const event = change(null, CHANGE);
    expect(event).toMatchObject({
      type: 'com.sluice.policy.change-proposed',
      subject: CHANGE.id,
      time: AT,
      data: { kind: 'account', policyId: ACCOUNT.id, fields: ['details'], madeBy: 'tom' },
    });
    expect(JSON.stringify(event)).not.toMatch(/DE\d|secret/);
  });

  it.each(['approved', 'declined', 'withdrawn', 'superseded'] as const)(
    'is told as %s, once, by whom',
    (state) => {
      const status: ChangeStatus =
        state === 'superseded'
          ? {
              state,
              at: RECORDED,
              by: 'ann',
              why: { code: 'other-version', baseVersion: 1, stands: 2 },
            }
          : { state, at: RECORDED, by: 'ann', comment: 'secret' };
      const decided = { ...CHANGE, status, version: 2 };
      expect(change(CHANGE, decided)).toMatchObject({
        id: `main/change/${CHANGE.id}/2`,
        type: `com.sluice.policy.change-${state}`,
        time: RECORDED,
        data: { by: 'ann' },
      });
      expect(change(decided, { ...decided, version: 3 })).toBeNull();
    },
  );
});

describe('denials', () => {
  const DENIALS: Denials = {
    tenant: 'main',
    hour: '2026-01-05T09:00:00.000Z',
    by: 'victor',
    route: 'POST /v1/trades',
    count: 1,
    firstAt: AT,
    lastAt: AT,
    code: 'role-missing',
    requestId: 'request-1',
  };

  it('are told once an hour for a person and a route', () => {
    expect(told({ entity: 'denials', before: null, after: DENIALS })).toMatchObject({
      id: 'main/denials/2026-01-05T09:00:00.000Z/victor/POST /v1/trades',
      type: 'com.sluice.access.denied',
      time: AT,
      data: { by: 'victor', route: 'POST /v1/trades', code: 'role-missing' },
    });
    const more = { ...DENIALS, count: 2 };
    expect(told({ entity: 'denials', before: DENIALS, after: more })).toBeNull();
  });
});
