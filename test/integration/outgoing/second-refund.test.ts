import { describe, expect, it } from 'vitest';
import { alone, flowsIn } from '../../../adapters/memory/ledger-ports.ts';
import { DAYS } from '../../../treasury/counters/windows.ts';
import { filledAsAsked } from '../../../treasury/evidence/expected-change.ts';
import type { Confirmation, Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import type { Outcome } from '../../../treasury/outcomes/outcome.ts';
import { notSent } from '../../../treasury/outcomes/reply.ts';
import { conclude } from '../../../treasury/sending/conclude.ts';
import type { DecidingPorts } from '../../../treasury/sending/ports.ts';
import { watchCounts } from '../../../treasury/watchdog/watch-counts.ts';
import { openedForEachTest } from '../../lifetimes/opened.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';
import { QUARANTINE_SECONDS, settlingSteps } from '../settlement/settling-steps.ts';
import { countedNow, hearClaims } from './claims-counted.ts';
import {
  approvedTrade,
  conversion,
  countedSweep,
  type Outgoing,
  type Prepare,
  partOfSplit,
  placedByHand,
  placedTrade,
  requestedByHand,
  requestedWithdrawal,
} from './outgoing-kinds.ts';
import { recordedSending } from './recorded-sending.ts';
import { startTreasuryInMemory, type TreasuryInMemory } from './treasury-in-memory.ts';

/*
 * What a claim debited goes back once, however often and by whom it is said that nothing was executed. Beside each claim
 * stands another one with the very same debits: what went back twice would be missing from that.
 */

const opened = openedForEachTest(
  async () => {
    const treasury = await startTreasuryInMemory();
    return { treasury, ...hearClaims(treasury) };
  },
  ({ treasury }) => treasury.stop(),
);
const treasury = () => opened().treasury;
const { watchOnce } = sendingSteps(treasury);
const { nextReading, say } = settlingSteps(treasury);
const { answersNothing, refuses } = recordedSending(treasury);

const KINDS: Readonly<Record<string, Prepare>> = {
  'a sweep': countedSweep,
  'a withdrawal that was requested': requestedWithdrawal,
  'a part of a split': partOfSplit,
  'a placed trade': placedTrade,
  'a trade that was approved': approvedTrade,
  'a conversion': conversion,
};

const NOT_SENT: Outcome<Confirmation> = { state: 'not-sent', cause: 'halt-changed' };

type Ports = Partial<DecidingPorts>;

/** The ports of a process in which something happens between the claim and the answer, which is that nothing was sent. */
function withoutSending(meanwhile: () => Promise<unknown>): Ports {
  const answer = async () => {
    await meanwhile();
    return notSent({ code: 'past-send-by', sendBy: treasury().now() });
  };
  const { service } = treasury().ports;
  return { service: { ...service, sendWithdrawal: answer, sendTrade: answer } };
}

/** The ports of a process in which something happens after the service has answered, and before it takes the answer. */
function answeredLate(meanwhile: () => Promise<unknown>): Ports {
  const { service } = treasury().ports;
  const late =
    <A extends readonly unknown[], R>(post: (...asked: A) => Promise<R>) =>
    async (...asked: A): Promise<R> => {
      const answer = await post(...asked);
      await meanwhile();
      return answer;
    };
  return {
    service: {
      ...service,
      sendWithdrawal: late(service.sendWithdrawal),
      sendTrade: late(service.sendTrade),
    },
  };
}

/** A process that is gone between its claim and the service. */
function goneProcess(): Ports {
  const gone = async () => {
    throw new Error('the process is gone');
  };
  const { service } = treasury().ports;
  return { service: { ...service, sendWithdrawal: gone, sendTrade: gone } };
}

async function instructionOf({ id }: Outgoing): Promise<Instruction> {
  const instruction = await treasury().ledger.readInstruction(TENANT, id);
  if (instruction === null) throw new Error(`${id} is gone`);
  return instruction;
}

/** Claimed by a process that is gone before it sends; a neighbour counts beside it. */
async function claimed(prepare: Prepare): Promise<Outgoing> {
  const outgoing = await prepare(treasury());
  await expect(outgoing.send(goneProcess())).rejects.toThrow('the process is gone');
  expect((await instructionOf(outgoing)).status.state).toBe('sending');
  opened().countNeighbours(outgoing.id);
  counts(outgoing, 2);
  return outgoing;
}

/** The counters hold what so many claims with these debits took. */
function counts({ id }: Outgoing, claims: 1 | 2): void {
  const expected = opened().sumOf(id, claims);
  expect(Object.keys(expected).length).toBeGreaterThan(1);
  expect(countedNow(treasury())).toEqual(expected);
}

const concludes = ({ id }: Outgoing, ports: Partial<TreasuryInMemory['ports']> = {}) =>
  conclude(
    { ...treasury().ports, ...ports },
    TENANT,
    { instructionId: id, nonce: opened().claimOf(id).nonce },
    NOT_SENT,
  );

async function settledAsNotExecuted(outgoing: Outgoing, times = 1): Promise<void> {
  await nextReading(QUARANTINE_SECONDS);
  await nextReading(1);
  for (let time = 0; time < times; time++) {
    await say(outgoing.id, 'ada', false);
    await Promise.all([say(outgoing.id, 'bob', false), say(outgoing.id, 'cy', false)]);
  }
}

describe.each(Object.entries(KINDS))('what %s debited', (_kind, prepare) => {
  it('goes back once where two processes record at once that nothing left', async () => {
    const outgoing = await claimed(prepare);
    await Promise.all([concludes(outgoing), concludes(outgoing), concludes(outgoing)]);
    expect((await instructionOf(outgoing)).status.state).toBe('not-sent');
    counts(outgoing, 1);
  });

  it('goes back once where another process records it between the reads and the write of the first', async () => {
    const outgoing = await claimed(prepare);
    const { ledger } = treasury().ports;
    let others = 0;
    const interrupted = {
      ...ledger,
      commit: async (...commit: Parameters<typeof ledger.commit>) => {
        if (others++ === 0) await concludes(outgoing);
        return await ledger.commit(...commit);
      },
    };
    await concludes(outgoing, { ledger: interrupted });
    counts(outgoing, 1);
  });

  it('goes back once where the answer to the write is lost, and it is written again', async () => {
    const outgoing = await claimed(prepare);
    const { ledger } = treasury().ports;
    const losing = {
      ...ledger,
      commit: async (...commit: Parameters<typeof ledger.commit>) => {
        await ledger.commit(...commit);
        throw new Error('the answer is lost');
      },
    };
    await concludes(outgoing, { ledger: losing });
    await concludes(outgoing);
    counts(outgoing, 1);
  });

  it('stays where the watchdog gave it up before its sender says that nothing left; people give it back once', async () => {
    const outgoing = await prepare(treasury());
    await outgoing.send(
      withoutSending(async () => {
        opened().countNeighbours(outgoing.id);
        treasury().pass(QUARANTINE_SECONDS);
        await watchOnce();
      }),
    );
    expect((await instructionOf(outgoing)).status.state).toBe('unknown');
    counts(outgoing, 2);
    await settledAsNotExecuted(outgoing, 2);
    expect((await instructionOf(outgoing)).status.state).toBe('released');
    counts(outgoing, 1);
    await concludes(outgoing);
    await watchOnce();
    counts(outgoing, 1);
  });

  it('stays where people settle otherwise than its late answer has it by then', async () => {
    const outgoing = await prepare(treasury());
    const meanwhile = async () => {
      opened().countNeighbours(outgoing.id);
      await nextReading(QUARANTINE_SECONDS);
      await nextReading(1);
      await say(outgoing.id, 'ada', false);
    };
    await outgoing.send(answeredLate(meanwhile));
    expect((await instructionOf(outgoing)).status.state).toBe('confirmed');
    expect(await say(outgoing.id, 'bob', false)).toMatchObject({
      result: 'refused',
      refusal: { code: 'nothing-to-settle' },
    });
    counts(outgoing, 2);
  });

  it('goes back once where a late answer contradicts what people settled: everything is halted, and it stays so', async () => {
    const outgoing = await prepare(treasury());
    const meanwhile = async () => {
      opened().countNeighbours(outgoing.id);
      await settledAsNotExecuted(outgoing);
    };
    await outgoing.send(answeredLate(meanwhile));
    expect((await instructionOf(outgoing)).status.state).toBe('released');
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
    counts(outgoing, 1);
    await settledAsNotExecuted(outgoing);
    await concludes(outgoing);
    counts(outgoing, 1);
  });

  it('goes back once where people settle what the service did not answer, and others say so again', async () => {
    const outgoing = await prepare(treasury());
    answersNothing(outgoing.path);
    await outgoing.send();
    opened().countNeighbours(outgoing.id);
    expect((await instructionOf(outgoing)).status.state).toBe('unknown');
    await settledAsNotExecuted(outgoing, 2);
    counts(outgoing, 1);
    await concludes(outgoing);
    await watchOnce();
    counts(outgoing, 1);
  });

  it('stays where two people say that it was executed, however often they do', async () => {
    const outgoing = await prepare(treasury());
    answersNothing(outgoing.path);
    await outgoing.send();
    opened().countNeighbours(outgoing.id);
    await nextReading(QUARANTINE_SECONDS);
    for (const by of ['ada', 'bob', 'cy', 'ada']) await say(outgoing.id, by, true);
    expect((await instructionOf(outgoing)).status.state).toBe('confirmed');
    counts(outgoing, 2);
  });

  it('goes back once where rounds of the watchdog free at once what the service refused', async () => {
    const outgoing = await prepare(treasury());
    refuses(outgoing.path);
    await outgoing.send();
    opened().countNeighbours(outgoing.id);
    counts(outgoing, 2);
    treasury().pass(QUARANTINE_SECONDS);
    await treasury().snapshot();
    await Promise.all([watchOnce(), watchOnce(), watchOnce()]);
    await watchOnce();
    counts(outgoing, 1);
  });

  it('goes back once where another program puts its instruction back, and it is concluded again', async () => {
    const outgoing = await claimed(prepare);
    const sending = await instructionOf(outgoing);
    await concludes(outgoing);
    for (const _ of [1, 2]) {
      treasury().items.instructions.set(outgoing.id, sending);
      await concludes(outgoing).catch(() => undefined);
      treasury().pass(QUARANTINE_SECONDS);
      await watchOnce();
    }
    counts(outgoing, 1);
  });
});

const TRADES = Object.entries(KINDS).filter(([kind]) => /trade|conversion/.test(kind));

describe.each(TRADES)('what %s debited, of which half was executed', (_kind, prepare) => {
  it('goes back once for the other half, of what trades count alone: a rule and the tiers keep all of it', async () => {
    const outgoing = await prepare(treasury());
    answersNothing(outgoing.path);
    await outgoing.send();
    opened().countNeighbours(outgoing.id);
    await nextReading(QUARANTINE_SECONDS);
    await nextReading(1);
    const { content } = await instructionOf(outgoing);
    if (content.kind !== 'trade') throw new Error(`${outgoing.id} is no trade`);
    const asked = filledAsAsked(content);
    const fill = { base: half(asked.base), quote: half(asked.quote) };
    for (const by of ['ada', 'bob', 'cy', 'ada']) await say(outgoing.id, by, true, { fill });
    expect((await instructionOf(outgoing)).status.state).toBe('confirmed');
    const left = opened().sumOf(outgoing.id, ({ kind }) => (/^trade/.test(kind) ? 1.5 : 2));
    expect(countedNow(treasury())).toEqual(left);
  });
});

const half = (text: string) => formatDecimal(decimalOf(text).dividedBy(2));

describe('what claims debited, where another program puts back a claim with its lanes and it is concluded again', () => {
  it.each([
    ['a withdrawal that was requested', requestedAgain],
    ['a placed trade', placedAgain],
  ] as const)(
    'goes back a second time today, and the watchdog finds it: %s',
    async (_kind, again) => {
      const { first, second } = await again();
      await first.send();
      const before = countedNow(treasury());
      await expect(second.send(goneProcess())).rejects.toThrow('the process is gone');
      const sending = await instructionOf(second);
      const lanes = new Map(treasury().items.lanes);
      await concludes(second);
      expect(countedNow(treasury())).toEqual(before);
      expect(await lowered()).toBeNull();
      putBackLanes(lanes);
      treasury().items.instructions.set(second.id, sending);
      await concludes(second);
      expect(countedNow(treasury())).not.toEqual(before);
      expect(await lowered()).not.toBeNull();
      expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
    },
  );
});

async function requestedAgain() {
  const first = await requestedWithdrawal(treasury());
  return { first, second: await requestedByHand(treasury(), 'key-2') };
}

async function placedAgain() {
  const first = await placedTrade(treasury());
  return { first, second: placedByHand(treasury(), 'key-2') };
}

/** As they were, and what they count as it is: that stands in items of its own. */
function putBackLanes(lanes: ReadonlyMap<string, Lane>): void {
  for (const [currency, lane] of lanes) {
    const { counts: held = [], countsVersion } = treasury().items.lanes.get(currency) ?? lane;
    const counted = { counts: held, ...(countsVersion !== undefined && { countsVersion }) };
    treasury().items.lanes.set(currency, { ...lane, ...counted });
  }
}

/** What the watchdog finds that the counters hold less of than claims took. */
async function lowered() {
  const flows = flowsIn(alone(treasury().ledgerInMemory));
  return (await watchCounts({ ...treasury().ports, flows }, TENANT, DAYS)).lowered;
}
