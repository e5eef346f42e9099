import { describe, expect, it } from 'vitest';
import { firstBrokenLink } from '../../../treasury/audit/audit-entry.ts';
import { frozen, isIntact } from '../../../treasury/statements/build-statement.ts';
import { freezeMonths } from '../../../treasury/statements/freeze-months.ts';
import { boundsOfMonth, hasBegun, monthOf } from '../../../treasury/statements/month.ts';
import { statementOfMonth } from '../../../treasury/statements/statement-of-month.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { MARCH, scriptMarch } from './golden-month.ts';
import { snapshotOf } from './scripted-month.ts';

const ZURICH = 'Europe/Zurich';
const RULES = { graceSeconds: 86_400, frozenTimeZones: ['UTC', ZURICH] };
const IN_MARCH = '2026-03-31T21:30:00.000Z';
const IN_GRACE = '2026-04-01T12:00:00.000Z';
const AFTER = '2026-04-03T00:00:00.000Z';
const query = { tenant: TENANT, month: '2026-03', timeZone: ZURICH };

describe('a month', () => {
  it.each([
    ['UTC', '2026-03-31T23:59:59.999Z', false],
    ['UTC', '2026-04-01T00:00:00.000Z', true],
    [ZURICH, '2026-03-31T21:59:59.999Z', false],
    [ZURICH, '2026-03-31T22:00:00.000Z', true],
  ])('begins with its first midnight in %s: at %s %s', (timeZone, now, begun) => {
    expect(hasBegun('2026-04', timeZone, now)).toBe(begun);
  });
});

describe('a month that is frozen', () => {
  it('has its digest in the audit log, in the order of the chain', async () => {
    const treasury = await scriptMarch();
    const done = await freezeMonths(treasury.statementPorts(AFTER), TENANT, RULES);
    expect(done.length).toBeGreaterThan(1);
    expect(firstBrokenLink(treasury.books.audit)).toBeNull();
    expect(
      treasury.freezes.map(({ action, subject, after }) => ({ action, subject, after })),
    ).toEqual(
      done.map(({ month, timeZone, digest }) => ({
        action: 'freeze-month',
        subject: `statement:${month}`,
        after: { month, timeZone, digest },
      })),
    );
  });

  it('is frozen all the same where others write to the audit log at that moment', async () => {
    const treasury = await scriptMarch();
    const ports = treasury.statementPorts(AFTER);
    let others = 2;
    const contended = {
      ...ports,
      freeze: async (...what: Parameters<typeof ports.freeze>) =>
        others-- > 0 ? { result: 'contended' as const } : await ports.freeze(...what),
    };
    expect((await freezeMonths(contended, TENANT, RULES)).length).toBe(treasury.freezes.length);
  });
});

describe('the statement of a month', () => {
  it('is what was worked out by hand, to the last digit', async () => {
    const treasury = await scriptMarch();
    const { statement, state, later } =
      (await statementOfMonth(treasury.statementPorts(IN_GRACE), query, RULES)) ?? {};
    const { digest, frozenAt, ...rest } = statement ?? {};
    expect(rest).toEqual(MARCH);
    expect({ state, digest, frozenAt, later }).toEqual({
      state: 'closing',
      digest: null,
      frozenAt: null,
      later: [],
    });
  });

  it('is open while the month goes on, and frozen once when its grace has passed', async () => {
    const treasury = await scriptMarch();
    const open = await statementOfMonth(treasury.statementPorts(IN_MARCH), query, RULES);
    expect(open?.state).toBe('open');
    expect(await freezeMonths(treasury.statementPorts(IN_GRACE), TENANT, RULES)).toMatchObject([
      { month: '2026-02', timeZone: 'UTC' },
      { month: '2026-02', timeZone: ZURICH },
    ]);
    const done = await freezeMonths(treasury.statementPorts(AFTER), TENANT, RULES);
    expect(done.map(({ month, timeZone }) => `${month} ${timeZone}`)).toEqual([
      '2026-03 UTC',
      `2026-03 ${ZURICH}`,
    ]);
    // It opens with February as that is frozen.
    const basis = { ...MARCH.basis, opening: 'frozen-closing' } as const;
    expect(done[1]).toEqual(frozen({ ...MARCH, basis, digest: null, frozenAt: null }, AFTER));
    expect(await freezeMonths(treasury.statementPorts(AFTER), TENANT, RULES)).toEqual([]);
    const long = treasury.statementPorts('2027-01-01T00:00:00.000Z');
    expect(await statementOfMonth(long, query, RULES)).toEqual({
      state: 'frozen',
      statement: done[1],
      freezesAt: '2026-04-01T22:00:00.000Z',
      later: [],
    });
  });

  it('stays as it was frozen when more is known, and says so beside it', async () => {
    const treasury = await scriptMarch();
    await freezeMonths(treasury.statementPorts(AFTER), TENANT, RULES);
    const before = await statementOfMonth(treasury.statementPorts(AFTER), query, RULES);
    // It shows that the fee was taken half an hour before: its name and closing go along.
    const totals = { BTC: '0.99999999', ETH: '6', USD: '16750.7' };
    const prices = { BTC: '64050', ETH: '3090' };
    await treasury.arrives(snapshotOf('2026-03-29T01:00:00.000Z', totals, prices));
    const after = await statementOfMonth(treasury.statementPorts(AFTER), query, RULES);
    expect(after?.statement).toEqual(before?.statement);
    const fee = { kind: 'outflow', amount: '-0.00000001', askedBy: 'ann', approvedBy: ['ben'] };
    expect(after?.later).toMatchObject([
      {
        currency: 'BTC',
        frozen: [{ ...fee, snapshot: '2026-03-29T01:30:00.000Z', value: '-0.00064' }],
        now: [{ ...fee, snapshot: '2026-03-29T01:00:00.000Z', value: '-0.0006405' }],
        message: '1 of its movements are told differently by 1 today',
      },
    ]);
  });

  it('is not frozen in a zone that the tenant does not report in', async () => {
    const treasury = await scriptMarch();
    const elsewhere = { ...query, timeZone: 'Asia/Tokyo' };
    const found = await statementOfMonth(treasury.statementPorts(AFTER), elsewhere, RULES);
    expect(found).toMatchObject({
      state: 'unfrozen',
      freezesAt: null,
      statement: { digest: null },
    });
    expect(treasury.frozen).toEqual([]);
  });

  it('closes on what the next month opens with', async () => {
    const treasury = await scriptMarch();
    const ports = treasury.statementPorts(AFTER);
    const march = await statementOfMonth(ports, query, RULES);
    const april = await statementOfMonth(ports, { ...query, month: '2026-04' }, RULES);
    const ends = march?.statement.currencies.map(({ currency, closing }) => [currency, closing]);
    const starts = april?.statement.currencies.map(({ currency, opening }) => [currency, opening]);
    expect(starts).toEqual(ends);
    expect(april?.statement.currencies.at(-1)?.movements).toMatchObject([
      { kind: 'unexplained', amount: '100' },
    ]);
  });

  it('begins with the first snapshot where there is none before, and is nothing without any', async () => {
    const treasury = await scriptMarch();
    const ports = treasury.statementPorts(AFTER);
    const february = await statementOfMonth(ports, { ...query, month: '2026-02' }, RULES);
    expect(february?.statement.currencies[0]).toMatchObject({
      opening: { amount: '2' },
      movements: [],
    });
    expect(await statementOfMonth(ports, { ...query, month: '2026-01' }, RULES)).toBeNull();
  });

  it('shows what was never reconciled as unexplained, at the prices of its snapshot', async () => {
    const treasury = await scriptMarch();
    for (const [key, flow] of treasury.books.flows) {
      if (flow.movements.some(({ instructionId }) => instructionId === 'sweep-btc'))
        treasury.books.flows.delete(key);
    }
    const found = await statementOfMonth(treasury.statementPorts(IN_GRACE), query, RULES);
    expect(found?.statement.currencies[0]?.movements[1]).toMatchObject({
      kind: 'unexplained',
      amount: '-1.5',
      price: '62100',
      value: '-93150',
    });
  });

  it('is told from one that was tampered with by its digest', () => {
    const kept = frozen({ ...MARCH, digest: null, frozenAt: null }, AFTER);
    expect(isIntact(kept)).toBe(true);
    expect(isIntact({ ...kept, month: '2026-04' })).toBe(false);
    expect(isIntact({ ...kept, frozenAt: IN_GRACE })).toBe(false);
  });
});

describe('the bounds of a month', () => {
  const hours = (month: string, timeZone: string) => {
    const { from, to } = boundsOfMonth(month, timeZone);
    return (Date.parse(to) - Date.parse(from)) / 3_600_000;
  };

  it.each([
    ['2026-03', ZURICH, 743],
    ['2026-10', ZURICH, 745],
    ['2026-03', 'UTC', 744],
    ['2026-02', 'America/New_York', 672],
    // The clocks go back over midnight: the first of the two is where the month begins.
    ['2026-11', 'America/Havana', 721],
  ])('has %s in %s take %i hours', (month, timeZone, expected) => {
    expect(hours(month, timeZone)).toBe(expected);
  });

  it('finds the month of a moment on the clocks of the zone', () => {
    expect(monthOf('2026-03-31T22:00:00.000Z', ZURICH)).toBe('2026-04');
    expect(monthOf('2026-03-31T21:59:59.999Z', ZURICH)).toBe('2026-03');
  });
});
