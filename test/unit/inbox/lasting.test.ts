import { describe, expect, it } from 'vitest';
import { sayInbox } from '../../../treasury/facts/sentences/say/say-inbox.ts';
import { type FindPorts, findWaiting } from '../../../treasury/inbox/find-waiting.ts';
import { CALENDAR, POLICY, rule } from '../../samples/policy.ts';

const AT = '2026-01-05T09:00:00.000Z';
const LOW = rule({ threshold: '10', keep: '5', low: '4' });

async function found(policy: Partial<typeof POLICY>, balance: string | null, at = AT) {
  const ports = {
    latest: async () =>
      balance === null ? null : { balances: { BTC: { total: balance } }, takenAt: AT },
  } as unknown as FindPorts;
  const view = { tenant: 'main', policy: { ...POLICY, ...policy }, lanes: [], epoch: 'e', at };
  const kinds = await findWaiting(ports, view, ['low-balance', 'calendar-ending']);
  return kinds.flatMap(({ items }) =>
    items.map(({ entry: { about, ...entry } }) => ({ ...entry, message: sayInbox(about) })),
  );
}

describe('what lasts in the inbox until it is over', () => {
  it('is a balance below the low of a rule, with what would fill it', async () => {
    expect(await found({ rules: [LOW] }, '3.5')).toMatchObject([
      {
        ...{ kind: 'low-balance', id: LOW.id, act: 'fill-balance', since: AT, expiresAt: null },
        message:
          'The balance of 3.5 BTC is below the low of 4 BTC: 1.5 BTC would fill it to the kept 5 BTC. Nothing is bought automatically.',
        money: { amount: '1.5', currency: 'BTC' },
        labels: { ruleId: LOW.id, ruleLabel: LOW.label },
      },
    ]);
  });

  it('says what brings it to the low where the rule keeps a value', async () => {
    const keep = { value: '100', in: 'USD' };
    const [entry] = await found({ rules: [{ ...LOW, keep }] }, '3.5');
    expect(entry?.message).toContain('0.5 BTC would bring it to the low');
  });

  it('is not there at the low, of a rule that is switched off, or before the first snapshot', async () => {
    expect(await found({ rules: [LOW] }, '4')).toEqual([]);
    expect(await found({ rules: [{ ...LOW, enabled: false }] }, '1')).toEqual([]);
    expect(await found({ rules: [LOW] }, null)).toEqual([]);
  });

  it('is a calendar that ends within 60 days, or has ended, and that a rule names', async () => {
    const named = rule({ calendars: [CALENDAR.id] });
    const policy = { rules: [named], calendars: [CALENDAR] };
    const end = Date.parse(`${CALENDAR.until}T12:00:00.000Z`);
    const daysBefore = (days: number) => new Date(end - days * 86_400_000).toISOString();
    expect(await found(policy, '1', daysBefore(62))).toEqual([]);
    expect(await found(policy, '1', daysBefore(58))).toMatchObject([
      { kind: 'calendar-ending', id: CALENDAR.id, act: 'extend-calendar' },
    ]);
    const [ended] = await found(policy, '1', daysBefore(-3));
    expect(ended?.message).toContain(`has ended on ${CALENDAR.until}`);
    expect(await found({ ...policy, rules: [rule()] }, '1', daysBefore(1))).toEqual([]);
  });

  it('names a later version where a calendar is built in: no person can extend that', async () => {
    const named = rule({ calendars: ['target'] });
    const [entry] = await found({ rules: [named] }, '1', '2035-12-30T09:00:00.000Z');
    expect(entry?.message).toContain('a later version of Sluice has its further years');
  });
});
