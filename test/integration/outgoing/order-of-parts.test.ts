import { describe, expect, it } from 'vitest';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { QUARANTINE_SECONDS } from '../settlement/settling-steps.ts';
import { bookingsNoted, EXPECTED_ORDER, LAST_LOOK } from './expected-order.ts';
import { type Outgoing, partOfSplit } from './outgoing-kinds.ts';
import { RecordedCalls } from './recorded-calls.ts';
import { recordedSending } from './recorded-sending.ts';
import { treasuryInMemoryForEachTest } from './treasury-in-memory.ts';

/* The parts of one run, one after the other: how the second is delivered after what became of the first. */

const treasury = treasuryInMemoryForEachTest();
const { linesOf, refuses, haltedAfter } = recordedSending(treasury);
const { watchOnce } = sendingSteps(treasury);

const PART = EXPECTED_ORDER['a part of a split'];
if (PART === undefined) throw new Error('there is no order of a part');

const LEAVES = [
  ...PART.decided,
  PART.claim,
  LAST_LOOK,
  PART.sent,
  PART.read,
  PART.confirmed,
  ...bookingsNoted('EUR'),
  '= confirmed',
];

/** Decided again, and put off: no key is asked and nothing is written. */
const PUT_OFF = [
  'read instruction',
  'read epoch, lanes, policy',
  'read latest snapshot, outflow-usage & service prices',
  'key verifies a reading & service balances',
  'read lanes',
  '= approved',
];

async function run(): Promise<readonly [Outgoing, Outgoing]> {
  const { next, ...first } = await partOfSplit(treasury());
  if (next === undefined) throw new Error('there is no second part');
  return [first, next];
}

/** The numbers of the parts that the lane takes for left. */
const partsLeft = async () =>
  Object.keys((await treasury().lane('EUR')).usage['eur-split']?.run?.left ?? {});

/** The lines of a round of the watchdog. */
async function watched(): Promise<readonly string[]> {
  const { ports, lines } = new RecordedCalls(treasury().ports);
  await watchOnce(ports);
  return lines;
}

describe('the parts of a run', () => {
  it('leave one after the other, by the same lines', async () => {
    const [first, second] = await run();
    expect(await linesOf(first)).toEqual(LEAVES);
    expect(await linesOf(second)).toEqual(LEAVES);
    expect(await partsLeft()).toEqual(['1', '2']);
  });

  it('are put off while the first is refused and not freed', async () => {
    const [first, second] = await run();
    refuses(PART.path);
    await linesOf(first);
    expect(await partsLeft()).toEqual(['1']);
    expect(await linesOf(second)).toEqual(PUT_OFF);
  });

  it('leave without the first once the watchdog has put that back, in the write that frees its lane', async () => {
    const [first, second] = await run();
    refuses(PART.path);
    await linesOf(first);
    treasury().pass(QUARANTINE_SECONDS);
    await treasury().snapshot();
    expect(await watched()).toEqual([
      'read lanes',
      // Of bitcoin, which waits for its sender.
      'read instruction',
      'read instruction, lanes',
      'read readings',
      'write instruction rejected',
      'read policy',
      'read epoch',
      'read readings',
      'read readings',
      'key verifies a reading (2)',
      'take-snapshot reads',
      'key verifies a reading',
      'read approval-usage, outflow-usage',
      'write approval-usage, lane EUR idle and its counts after its quarantine, outflow-usage',
      // Of the second part, which waits for this round to end.
      'read instruction',
    ]);
    expect(await partsLeft()).toEqual([]);
    expect(await linesOf(second)).toEqual(LEAVES);
    expect(await partsLeft()).toEqual(['2']);
  });

  it('leave without the first that was never sent, which the write of its end has put back', async () => {
    const [first, second] = await run();
    const closed = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const { service } = treasury().ports;
    const calls = new RecordedCalls({
      ...treasury().ports,
      service: { ...service, sendWithdrawal: closed.sendWithdrawal },
    });
    await first.send(calls.ports);
    expect(calls.lines).toEqual([
      ...PART.decided,
      PART.claim,
      LAST_LOOK,
      PART.sent,
      PART.read,
      ...PART.notSent,
    ]);
    expect(await partsLeft()).toEqual([]);
    treasury().pass(61);
    expect(await linesOf(second)).toEqual(LEAVES);
    expect(await partsLeft()).toEqual(['2']);
  });

  it('end, both of them, where everything is halted after the claim of the first', async () => {
    const [first, second] = await run();
    await linesOf(first, haltedAfter(PART.claim));
    expect(await partsLeft()).toEqual([]);
    expect((await linesOf(second)).at(-1)).toBe('= cancelled');
    expect(treasury().posts()).toHaveLength(0);
  });
});
