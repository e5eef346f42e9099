import { readCounts } from '../../samples/counts.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';
import { QUARANTINE_SECONDS, settlingSteps } from '../settlement/settling-steps.ts';
import type { Outgoing, Prepare } from './outgoing-kinds.ts';
import { type Meanwhile, RecordedCalls } from './recorded-calls.ts';
import type { TreasuryInMemory } from './treasury-in-memory.ts';

/** Seconds from a claim after which the watchdog gives a sender up. */
const GIVEN_UP_SECONDS = 131;

/** What happens elsewhere while something is sent, on the treasury of the test that is running. */
export function recordedSending(treasury: () => TreasuryInMemory) {
  const { halted, watchOnce } = sendingSteps(treasury);
  const { nextReading, say } = settlingSteps(treasury);

  /** The lines of one sending, and how the instruction stands afterwards. */
  async function linesOf(
    prepared: Outgoing | Prepare,
    ...meanwhile: readonly Meanwhile[]
  ): Promise<readonly string[]> {
    const outgoing = 'id' in prepared ? prepared : await prepared(treasury());
    const calls = new RecordedCalls(treasury().ports, meanwhile);
    await outgoing.send(calls.ports);
    return [...calls.lines, `= ${await treasury().state(outgoing.id)}`];
  }

  /** The next post is refused, in a form that is understood. */
  const refuses = (path: string) =>
    treasury().sandbox.queueFault({ on: `POST ${path}`, fault: { kind: 'status', status: 400 } });

  /** The next post is executed, and no answer comes. */
  const answersNothing = (path: string) =>
    treasury().sandbox.queueFault({
      on: `POST ${path}`,
      fault: { kind: 'execute-then-reset-before-headers' },
    });

  const haltedAfter = (after: string): Meanwhile => ({
    ...{ after, what: 'a person halts everything' },
    does: halted,
  });

  const givenUpAfter = (after: string): Meanwhile => ({
    ...{ after, what: 'the watchdog gives it up' },
    does: async () => {
      treasury().pass(GIVEN_UP_SECONDS);
      await watchOnce();
    },
  });

  /** Two people settle it, wrongly, while its sender is away. */
  const settledAfter = (after: string, id: string): Meanwhile => ({
    ...{ after, what: 'two people say that it was not executed' },
    does: async () => {
      await nextReading(QUARANTINE_SECONDS);
      await nextReading(1);
      await say(id, 'ada', false);
      await say(id, 'bob', false);
    },
  });

  /** Another program of Sluice writes a lane, as it does when it notes a reading. */
  const laneWrittenAfter = (after: string, currency: string): Meanwhile => ({
    ...{ after, what: `another writer changes lane ${currency}` },
    does: async () => {
      const lane = await treasury().lane(currency);
      const next = { ...lane, version: lane.version + 1 };
      const write = { kind: 'replace-lane', lane: next, from: lane.status.state } as const;
      await treasury().ledger.commit(TENANT, [write]);
    },
  });

  /** Another claim has counted there. */
  const countedAfter = (
    after: string,
    name: 'approval-usage' | 'outflow-usage' | 'trade-usage',
  ): Meanwhile => ({
    ...{ after, what: `another claim counts in ${name}` },
    does: async () => {
      const usage = readCounts(await treasury().ledger.readCounts(TENANT, name));
      const next = {
        tenant: TENANT,
        counts: usage?.counts ?? [],
        version: (usage?.version ?? 0) + 1,
      };
      await treasury().ledger.commit(TENANT, [{ kind: `put-${name}`, usage: next }]);
    },
  });

  return {
    ...{ linesOf, refuses, answersNothing, haltedAfter, givenUpAfter, settledAfter },
    ...{ laneWrittenAfter, countedAfter },
  };
}
