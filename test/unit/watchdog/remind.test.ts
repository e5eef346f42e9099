import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { PolicyChange } from '../../../treasury/ledger/policy-change.ts';
import type { Reminder } from '../../../treasury/ledger/reminder.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { type RemindPorts, remind } from '../../../treasury/watchdog/remind.ts';

const SINCE = '2026-01-05T09:00:00.000Z';
const HOUR = 3_600;
const hoursIn = (hours: number) => plusSeconds(SINCE, hours * HOUR);

const INSTRUCTION = {
  id: 'sweep-1',
  tenant: 'main',
  content: { kind: 'withdrawal', currency: 'BTC', amount: '1.25' },
  status: { state: 'awaiting-approval', at: SINCE, expiresAt: hoursIn(24) },
} as unknown as Instruction;

const CHANGE = {
  id: 'change-1',
  tenant: 'main',
  kind: 'rule',
  before: null,
  after: { id: 'btc-cold' },
  madeAt: SINCE,
  expiresAt: hoursIn(72),
} as unknown as PolicyChange;

function waiting(instructions = [INSTRUCTION], changes = [CHANGE]) {
  const kept = new Map<string, Reminder>();
  const keyOf = ({ kind, id, expiresAt }: Reminder) => `${kind} ${id} ${expiresAt}`;
  const writes = { count: 0 };
  const portsAt = (hours: number): RemindPorts => ({
    now: () => hoursIn(hours),
    waitingInstructions: async () => instructions,
    waitingChanges: async () => changes,
    reminders: {
      has: async (reminder) => kept.has(keyOf(reminder)),
      put: async (reminder) => {
        writes.count += 1;
        if (kept.has(keyOf(reminder))) return false;
        kept.set(keyOf(reminder), reminder);
        return true;
      },
    },
  });
  const idsAt = async (hours: number) =>
    (await remind(portsAt(hours), 'main')).map(({ kind, id }) => [kind, id]);
  return { portsAt, idsAt, kept, writes };
}

describe('reminders', () => {
  it('come when a quarter of the time is left, and once', async () => {
    const { idsAt, writes } = waiting();
    expect(await idsAt(17.9)).toEqual([]);
    expect(await idsAt(18)).toEqual([['withdrawal', 'sweep-1']]);
    expect(await idsAt(20)).toEqual([]);
    expect(await idsAt(54)).toEqual([['change', 'change-1']]);
    expect(await idsAt(60)).toEqual([]);
    expect(writes.count).toBe(2);
  });

  it('come once also where two rounds see the same at once', async () => {
    const { portsAt, kept } = waiting();
    const both = await Promise.all([remind(portsAt(20), 'main'), remind(portsAt(20), 'main')]);
    expect(both.flat()).toHaveLength(1);
    expect([...kept.values()]).toMatchObject([
      {
        kind: 'withdrawal',
        summary: 'of 1.25 BTC',
        expiresAt: hoursIn(24),
        remindedAt: hoursIn(20),
      },
    ]);
  });

  it('do not come for what has expired, was decided, or has time', async () => {
    const approved = { ...INSTRUCTION, status: { state: 'approved' } } as unknown as Instruction;
    expect(await waiting([approved]).idsAt(20)).toEqual([]);
    expect(await waiting().idsAt(24)).toEqual([]);
  });

  it('come again for what waits anew', async () => {
    const anew = {
      ...INSTRUCTION,
      status: { state: 'awaiting-approval', at: hoursIn(24), expiresAt: hoursIn(48) },
    } as unknown as Instruction;
    const { idsAt } = waiting([INSTRUCTION, anew], []);
    expect(await idsAt(20)).toHaveLength(1);
    expect(await idsAt(43)).toHaveLength(1);
  });
});
