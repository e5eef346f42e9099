import { describe, expect, it, vi } from 'vitest';
import { sweepInstructionId } from '../../../treasury/instructions/instruction-id.ts';
import { SENDER_TIMEOUT_SECONDS } from '../../../treasury/sending/protocol-limits.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN, tracesOfToken } from '../../canary/canary.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';

const { deployed, output } = deployedForEachTest();

/** 7.5 BTC and its price, as the first codec of snapshots has them; never written anew here. */
const PACKED_YESTERDAY =
  'ARcJAQAEAlhn6pdfjggNjWrwZssDDlD7q7xKhk1gd5MRj3Qug9rm4OSkoLxdUGtUH4Rtw/vw48CBOfGwJRMBsXTn/y/A17GWkygsX/XU4mEZiqKM5rZEqIrh+QHOmeV2P+WjBWoeXmn9C6zV5W9r8KWUTvFS/p3yR/XDcBq6bcejqrPzBw==';

/** A tick of this minute, as the scheduler writes it. */
const tick = () => ({
  tenant: TENANT,
  scheduledFor: new Date().toISOString().replace(/\.\d+/, ''),
});

async function snapshotTaken(at = tick()) {
  expect(await deployed().invoke('take-snapshot', at)).toEqual({ result: 'taken' });
  return streamEvent(...(await deployed().snapshotItems()));
}

/** The instruction that the rule decided on at this tick. */
async function sweepDecided() {
  const at = tick();
  const event = await snapshotTaken(at);
  await deployed().invoke('run-sweeps', event);
  const id = sweepInstructionId(RULE.id, instantOf(Date.parse(at.scheduledFor)));
  const [image] = (await deployed().ledgerItems()).filter((item) => item.id?.S === id);
  if (image === undefined) throw new Error('no instruction was written');
  return { id, image, event };
}

const stateOf = async (id: string) =>
  (await deployed().ledger.readInstruction(TENANT, id))?.status.state;

const SENDER_TIMEOUT_MS = SENDER_TIMEOUT_SECONDS * 1_000;

describe('take-snapshot', () => {
  it('writes one snapshot for a tick that comes twice', async () => {
    const at = tick();
    await snapshotTaken(at);
    expect(await deployed().invoke('take-snapshot', at)).toEqual({ result: 'already-recorded' });
    expect(await deployed().snapshotItems()).toHaveLength(1);
    expect(await deployed().snapshots.latest(TENANT)).toMatchObject({
      scheduledFor: instantOf(Date.parse(at.scheduledFor)),
      balances: { BTC: { total: '3.25' } },
      inputs: {
        balances: { source: expect.stringMatching(/^127.0.0.1:\d+\/v1\/balances$/) },
        prices: { source: expect.stringMatching(/\/v1\/prices$/) },
      },
    });
  });

  it('records a miss, with its reason, where the balances cannot be read', async () => {
    deployed().sandbox.queueFault({
      on: 'GET /v1/balances',
      fault: { kind: 'status', status: 403 },
      times: 4,
    });
    expect(await deployed().invoke('take-snapshot', tick())).toEqual({ result: 'missed' });
    const [item] = await deployed().snapshotItems();
    expect(item?.kind?.S).toBe('missed');
    expect(item?.code?.S).toBe('token-refused');
  });

  it('fails on an event that is none of the schedule, and writes nothing', async () => {
    await expect(deployed().invoke('take-snapshot', { tenant: TENANT })).rejects.toThrow();
    expect(await deployed().snapshotItems()).toEqual([]);
  });
});

describe('run-sweeps', () => {
  it('turns a record of the stream into a decision and its instruction, once', async () => {
    const { id, event } = await sweepDecided();
    expect(await stateOf(id)).toBe('approved');
    expect(await deployed().invoke('run-sweeps', event)).toEqual({ batchItemFailures: [] });
    const items = await deployed().ledgerItems();
    const written = items.map((item) => item.entity?.S);
    expect(written.filter((entity) => entity === 'instruction')).toHaveLength(1);
    expect(await deployed().decisions()).toHaveLength(1);
  });

  it('reads an image of yesterday: the codec of today is read for as long as a stream holds it', async () => {
    const [record] = (await snapshotTaken()).Records;
    const image = { ...record?.dynamodb.NewImage, packed: { B: PACKED_YESTERDAY } };
    const event = streamEvent(image as never);
    expect(await deployed().invoke('run-sweeps', event)).toEqual({ batchItemFailures: [] });
    expect(JSON.stringify(await deployed().decisions())).toContain('7.5');
  });

  it('refuses an image of a codec that it does not know alone: what is behind it is decided', async () => {
    const event = await snapshotTaken();
    const [record] = event.Records;
    for (const packed of [Buffer.of(9, 1, 2).toString('base64'), 'none']) {
      const broken = streamEvent({ ...record?.dynamodb.NewImage, packed: { B: packed } } as never);
      const Records = [...broken.Records, record];
      const itemIdentifier = broken.Records[0]?.dynamodb.SequenceNumber;
      expect(await deployed().invoke('run-sweeps', { Records })).toEqual({
        batchItemFailures: [{ itemIdentifier }],
      });
      expect(await deployed().decisions()).toHaveLength(1);
    }
  });
});

describe('update-books', () => {
  it('hands an image of a codec that it does not know back alone, and says so: what is behind it is in the books', async () => {
    await snapshotTaken();
    const first = await deployed().snapshots.latest(TENANT);
    deployed().sandbox.deposit({ currency: 'BTC', amount: '1.5' });
    const at = { ...tick(), scheduledFor: plusSeconds(first?.scheduledFor ?? '', 60) };
    const [, record] = (await snapshotTaken(at)).Records;
    const packed = Buffer.of(9, 1, 2).toString('base64');
    const broken = streamEvent({ ...record?.dynamodb.NewImage, packed: { B: packed } } as never);
    const Records = [...broken.Records, record];
    expect(await deployed().invoke('update-books', { Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: broken.Records[0]?.dynamodb.SequenceNumber }],
    });
    expect(output()).toContain('the image of a snapshot cannot be read');
    const items = await deployed().ledgerItems();
    expect(items.filter(({ entity }) => entity?.S === 'flow')).toHaveLength(1);
  });
});

describe('send-withdrawal', () => {
  it('sends what a record of the stream names, once, however it is delivered again', async () => {
    const { id, image } = await sweepDecided();
    expect(await deployed().invoke('send-withdrawal', streamEvent(image))).toEqual({
      results: ['concluded'],
    });
    expect(await stateOf(id)).toBe('confirmed');
    const twice = streamEvent(image, image);
    const again = await deployed().invoke('send-withdrawal', twice, SENDER_TIMEOUT_MS);
    expect(again).toEqual({ results: ['not-open', 'not-open'] });
    const redelivery = { tenant: TENANT, instructionId: id };
    expect(await deployed().invoke('send-withdrawal', redelivery)).toEqual({
      results: ['not-open'],
    });
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(1);
  });

  it('sends what the watchdog hands it', async () => {
    const { id } = await sweepDecided();
    const redelivery = { tenant: TENANT, instructionId: id };
    expect(await deployed().invoke('send-withdrawal', redelivery)).toEqual({
      results: ['concluded'],
    });
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(1);
  });

  it('sends nothing for an instruction that does not exist', async () => {
    const redelivery = { tenant: TENANT, instructionId: 'sweep-nothing' };
    expect(await deployed().invoke('send-withdrawal', redelivery)).toEqual({
      results: ['not-open'],
    });
    expect(deployed().posts('/v1/withdrawals')).toEqual([]);
  });
});

describe('the watchdog', () => {
  it('finds nothing where nothing is stuck, and hands on what waits for a sender', async () => {
    const { id } = await sweepDecided();
    expect(await deployed().invoke('watchdog', tick())).toEqual({ actions: 0 });
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
    try {
      expect(await deployed().invoke('watchdog', tick())).toEqual({ actions: 1 });
    } finally {
      vi.useRealTimers();
    }
    expect(deployed().invocations).toEqual([
      {
        path: expect.stringContaining('/functions/send-withdrawal/invocations'),
        type: 'Event',
        payload: { tenant: TENANT, instructionId: id },
      },
    ]);
  });
});

/** The second 53.250 is no balance. */
const withoutMoments = (text: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'a moment');

describe('what is logged and stored', () => {
  it('is one JSON object per line, and holds neither the token nor a balance', async () => {
    const { image } = await sweepDecided();
    await deployed().invoke('send-withdrawal', streamEvent(image));
    await deployed().invoke('watchdog', tick());
    const lines = output()
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
    expect(withoutMoments(output())).not.toContain('3.25');
  });

  it('says why a rule did not sweep and why a withdrawal was cancelled, without the balance', async () => {
    const { image } = await sweepDecided();
    deployed().sandbox.debit({ currency: 'BTC', amount: '1.5' });
    expect(await deployed().invoke('send-withdrawal', streamEvent(image))).toEqual({
      results: ['cancelled'],
    });
    const later = { tenant: TENANT, scheduledFor: new Date(Date.now() + 60_000).toISOString() };
    await deployed().invoke('take-snapshot', later);
    const [, newest] = await deployed().snapshotItems();
    await deployed().invoke('run-sweeps', streamEvent(newest ?? {}));
    const logged = output()
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const cancelled = { state: 'cancelled', why: 'below-threshold' };
    expect(logged).toContainEqual(expect.objectContaining(cancelled));
    const decided = { ruleId: RULE.id, outcome: 'no-sweep', reason: 'below-threshold' };
    expect(logged).toContainEqual(expect.objectContaining(decided));
    expect(withoutMoments(output())).not.toContain('1.75');
  });

  it('never holds the token, in whatever form, also where the service repeats or refuses it', async () => {
    const { image } = await sweepDecided();
    const body = { detail: `the token ${CANARY_TOKEN} may not do this` };
    deployed().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'status', status: 403, body },
    });
    deployed().sandbox.queueFault({
      on: 'GET /v1/prices',
      fault: { kind: 'status', status: 401, body },
      times: 4,
    });
    await deployed().invoke('send-withdrawal', streamEvent(image));
    await deployed().invoke('take-snapshot', {
      tenant: TENANT,
      scheduledFor: '2026-01-05T09:00:00Z',
    });
    const items = [...(await deployed().ledgerItems()), ...(await deployed().snapshotItems())];
    const everything = `${output()}\n${JSON.stringify(items)}`;
    expect(items.some((item) => item.state?.S === 'rejected')).toBe(true);
    expect(tracesOfToken(everything)).toEqual([]);
  });
});
