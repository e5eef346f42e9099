import { describe, expect, it } from 'vitest';
import { bookingsNoted, EXPECTED_ORDER, type ExpectedOrder, LAST_LOOK } from './expected-order.ts';
import { recordedSending } from './recorded-sending.ts';
import { treasuryInMemoryForEachTest } from './treasury-in-memory.ts';

/*
 * Whatever leaves the process from the first read of a delivery to the last write of its conclusion, in its order, for each
 * kind of outgoing. The model repeats these awaits in code of its own and would not see two of them change places: these
 * lists do. What stands in one line is asked for at once; a line waits for the answers to the one before.
 */

const treasury = treasuryInMemoryForEachTest();
const { linesOf, refuses, answersNothing, haltedAfter, givenUpAfter, settledAfter } =
  recordedSending(treasury);
const { laneWrittenAfter, countedAfter } = recordedSending(treasury);

const upToAnswer = ({ decided, claim, sent }: ExpectedOrder) => [
  ...decided,
  claim,
  LAST_LOOK,
  sent,
];

const succeeds = (expected: ExpectedOrder) => [
  ...upToAnswer(expected),
  expected.read,
  expected.confirmed,
  ...bookingsNoted(expected.currency),
  '= confirmed',
];

const lastOf = ({ decided }: ExpectedOrder) => decided.at(-1) ?? '';

describe.each(Object.entries(EXPECTED_ORDER))('%s', (_kind, expected) => {
  const { prepare, path, currency, decided, claim, sent, read } = expected;

  it('is decided, claimed, looked at once more, sent, recorded, and its booking noted', async () => {
    expect(await linesOf(prepare)).toEqual(succeeds(expected));
  });

  it('that the service refuses is recorded as that, and nothing is given back', async () => {
    refuses(path);
    expect(await linesOf(prepare)).toEqual([
      ...upToAnswer(expected),
      read,
      expected.rejected,
      '= rejected',
    ]);
  });

  it('that the service does not answer is recorded as unknown', async () => {
    answersNothing(path);
    expect(await linesOf(prepare)).toEqual([
      ...upToAnswer(expected),
      read,
      expected.unknown,
      '= unknown',
    ]);
  });

  it('that the watchdog gave up is recorded by its late answer, and no balance is read', async () => {
    expect(await linesOf(prepare, givenUpAfter(sent))).toEqual([
      ...upToAnswer(expected),
      '-- the watchdog gives it up',
      read,
      expected.confirmed,
      '= confirmed',
    ]);
  });

  it('that people settled otherwise halts everything before its late answer is recorded', async () => {
    const outgoing = await prepare(treasury());
    expect(await linesOf(outgoing, settledAfter(sent, outgoing.id))).toEqual([
      ...upToAnswer(expected),
      '-- two people say that it was not executed',
      read,
      'halt everything',
      'write id',
      'read halt',
      'read audit head',
      'write audit halt, halt-audited, mark-halt',
      'read halt',
      '= released',
    ]);
  });

  it('that a person halts after its claim is not sent, and gives back in the write that says so', async () => {
    expect(await linesOf(prepare, haltedAfter(claim))).toEqual([
      ...decided,
      claim,
      '-- a person halts everything',
      LAST_LOOK,
      read,
      ...expected.notSent,
      '= not-sent',
    ]);
    expect(treasury().posts(path)).toHaveLength(0);
  });

  it('whose lane another writer changed before its claim is decided once more, from its first read on', async () => {
    const meanwhile = laneWrittenAfter(lastOf(expected), currency);
    expect(await linesOf(prepare, meanwhile)).toEqual([
      ...decided,
      `-- another writer changes lane ${currency}`,
      `${claim}: conflicts in replace-lane`,
      'read instruction',
      ...succeeds(expected),
    ]);
  });

  it('whose lane another writer changed after its answer is recorded after a wait, on what is read anew', async () => {
    expect(await linesOf(prepare, laneWrittenAfter(read, currency))).toEqual([
      ...upToAnswer(expected),
      read,
      `-- another writer changes lane ${currency}`,
      `${expected.confirmed}: conflicts in replace-lane`,
      'wait 100 ms',
      'read instruction, lanes, policy',
      expected.confirmed,
      ...bookingsNoted(currency),
      '= confirmed',
    ]);
  });
});

/** The kinds whose claims count in one of the counters that currencies share. */
const countingIn = (name: string) =>
  Object.entries(EXPECTED_ORDER).filter(([, { claim }]) => claim.includes(name));

describe('a claim that another one came before in a counter that they share', () => {
  it.each(countingIn('outflow-usage'))('%s: is decided once more', async (_kind, expected) => {
    const meanwhile = countedAfter('service balances', 'outflow-usage');
    const lines = await linesOf(expected.prepare, meanwhile);
    expect(lines.filter((line) => !line.startsWith('--'))).toEqual([
      ...expected.decided,
      `${expected.claim}: conflicts in put-outflow-usage`,
      'read instruction',
      ...succeeds(expected),
    ]);
  });

  it.each(countingIn('trade-usage'))('%s: is decided once more', async (_kind, expected) => {
    const lines = await linesOf(expected.prepare, countedAfter('service balances', 'trade-usage'));
    expect(lines.filter((line) => !line.startsWith('--'))).toEqual([
      ...expected.decided,
      `${expected.claim}: conflicts in put-trade-usage`,
      'read instruction',
      ...succeeds(expected),
    ]);
  });

  it.each(countingIn('approval-usage'))(
    '%s: of the tiers alone, a withdrawal is written once more on the same balances, a trade decided',
    async (_kind, expected) => {
      const usage = lastOf(expected);
      const meanwhile = countedAfter(usage, 'approval-usage');
      const again = expected.path === '/v1/trades' ? expected.decided : [usage];
      expect(await linesOf(expected.prepare, meanwhile)).toEqual([
        ...expected.decided,
        '-- another claim counts in approval-usage',
        `${expected.claim}: conflicts in put-approval-usage`,
        'read instruction',
        ...again,
        ...succeeds(expected).slice(expected.decided.length),
      ]);
    },
  );
});
