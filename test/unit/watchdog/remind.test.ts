import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { sayWaiting } from '../../../treasury/facts/sentences/say/say-waiting.ts';
import type { Evidence } from '../../../treasury/instructions/evidence.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { type Lane, newLane } from '../../../treasury/instructions/lane.ts';
import type { PolicyChange } from '../../../treasury/ledger/policy-change.ts';
import type { Rearming } from '../../../treasury/ledger/rearming.ts';
import type { Reminder } from '../../../treasury/ledger/reminder.ts';
import type { UnbookedConclusion } from '../../../treasury/ledger/unbooked-conclusion.ts';
import { rearmingView } from '../../../treasury/rearming/rearming.ts';
import { statementDigest } from '../../../treasury/rearming/unbooked-statement.ts';
import { seenIn } from '../../../treasury/settlement/stands.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { unbookedView } from '../../../treasury/unbooked/unbooked.ts';
import { type RemindPorts, remind } from '../../../treasury/watchdog/remind.ts';
import { CLAIM } from '../../samples/instructions.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { CONTROLS, draftOf, POLICY } from '../../samples/policy.ts';

const SINCE = '2026-01-05T09:00:00.000Z';
const HOUR = 3_600;
const hoursIn = (hours: number) => plusSeconds(SINCE, hours * HOUR);

const EVIDENCE = {
  ...{ digest: 'seen', points: [], omitted: 0, currencies: [], weighedUntil: CLAIM.claimedAt },
} as unknown as Evidence;

const INSTRUCTION = {
  id: 'sweep-1',
  tenant: 'main',
  origin: { kind: 'sweep', ruleId: 'btc-cold' },
  createdAt: SINCE,
  content: { kind: 'withdrawal', currency: 'BTC', amount: '1.25', withdrawalAccountId: 'cold' },
  status: { state: 'awaiting-approval', at: SINCE, expiresAt: hoursIn(24) },
  version: 1,
} as unknown as Instruction;

const CHANGE = {
  id: 'change-1',
  tenant: 'main',
  kind: 'rule',
  before: null,
  after: draftOf({ id: 'btc-cold' }),
  madeAt: SINCE,
  status: { state: 'proposed' },
  expiresAt: hoursIn(72),
} as unknown as PolicyChange;

const EPOCH = 'table-1';

/** Sent, of unknown outcome, about which a person has said a word. */
const UNKNOWN = {
  ...INSTRUCTION,
  id: 'sweep-0',
  origin: { kind: 'sweep', ruleId: 'btc-cold' },
  createdAt: SINCE,
  status: { state: 'unknown', at: SINCE },
  evidence: EVIDENCE,
  history: [],
  // It stands for 96 hours, of which the last 24 begin with hour 18.
  settlement: {
    by: 'tom',
    at: hoursIn(-54),
    executed: true,
    comment: 'looked up',
    evidence: 'seen',
    seen: seenIn(EVIDENCE),
  },
} as unknown as Instruction;
const BLOCKED = {
  ...newLane('main', 'ETH', EPOCH),
  status: { state: 'unknown', claim: { ...CLAIM, instructionId: 'sweep-0' } },
} as unknown as Lane;
const UNBOOKED: Lane = {
  ...newLane('main', 'BTC', EPOCH),
  booking: {
    entries: [{ instructionId: 'sweep-2', amount: '2.5', at: SINCE }],
    credits: [],
    doubts: [],
  },
};
const CONCLUSION = {
  by: 'tom',
  at: SINCE,
  outcome: 'booked',
  currency: 'BTC',
  digest: unbookedView(UNBOOKED, CONTROLS, SINCE)?.digest,
  expiresAt: hoursIn(24),
} as unknown as UnbookedConclusion;
const RESTORED = newLane('main', 'SOL', 'table-0');
const REARMING = {
  by: 'tom',
  at: SINCE,
  unbooked: { SOL: '0' },
  digest: statementDigest(rearmingView([RESTORED], EPOCH).digest, { SOL: '0' }),
  expiresAt: hoursIn(24),
} as unknown as Rearming;

function waiting(
  instructions = [INSTRUCTION],
  changes = [CHANGE],
  { lanes = [], isSaid = true }: { lanes?: readonly Lane[]; isSaid?: boolean } = {},
) {
  const kept: Reminder[] = [];
  const writes = { count: 0 };
  const said = isSaid ? UNKNOWN : { ...UNKNOWN, settlement: undefined };
  const { ledger, waiting: found } = plantedStore({
    ...{ policy: POLICY, lanes, changes },
    instructions: [said as Instruction, ...instructions],
    ...(isSaid && { conclusions: [CONCLUSION], rearming: REARMING }),
  });
  const { reminders } = new MemoryStore(EPOCH).ports.notes;
  const portsAt = (hours: number): RemindPorts => ({
    now: () => hoursIn(hours),
    ledger,
    waiting: {
      ...found,
      breaks: async () => {
        throw new Error('a break waits for ever');
      },
    },
    reminders: {
      has: reminders.has,
      put: async (reminder) => {
        writes.count += 1;
        const isFirst = await reminders.put(reminder);
        if (isFirst) kept.push(reminder);
        return isFirst;
      },
    },
  });
  const idsAt = async (hours: number) =>
    (await remind(portsAt(hours), 'main')).map(({ kind, id }) => [kind, id]);
  return { portsAt, idsAt, kept, writes, ledger };
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
    expect(kept).toMatchObject([
      {
        kind: 'withdrawal',
        what: { code: 'amount', amount: '1.25', currency: 'BTC' },
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

  it('come for a first word about an outcome, unbooked amounts and restored lanes', async () => {
    const lanes = [BLOCKED, UNBOOKED, RESTORED];
    const { idsAt, kept } = waiting([], [], { lanes });
    expect(await idsAt(17)).toEqual([]);
    const reminded = [
      ['settlement', 'sweep-0'],
      ['unbooked', 'BTC'],
      ['rearming', 'lanes'],
    ];
    expect(await idsAt(18)).toEqual(reminded);
    expect(await idsAt(20)).toEqual([]);
    const summaries = kept.map(({ what }) => sayWaiting(what));
    expect(summaries).toEqual(['of sweep-0', 'amount of 2.5 BTC', 'of SOL']);
    expect(await waiting([], [], { lanes, isSaid: false }).idsAt(20)).toEqual([]);
  });

  it('come again for what waits anew', async () => {
    const anew = {
      ...INSTRUCTION,
      status: { state: 'awaiting-approval', at: hoursIn(24), expiresAt: hoursIn(48) },
      version: 2,
    } as unknown as Instruction;
    const { idsAt, ledger } = waiting([INSTRUCTION], []);
    expect(await idsAt(20)).toHaveLength(1);
    const write = { kind: 'replace-instruction', instruction: anew } as const;
    expect(await ledger.commit('main', [write])).toEqual({ ok: true });
    expect(await idsAt(43)).toHaveLength(1);
  });
});
