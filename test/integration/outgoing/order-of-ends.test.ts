import { describe, expect, it } from 'vitest';
import { unreachableSeals } from '../../seals/hmac-seals.ts';
import { CONTROLS, TENANT } from '../protocol/treasury-under-test.ts';
import { EXPECTED_ORDER, type ExpectedOrder } from './expected-order.ts';
import type { Outgoing } from './outgoing-kinds.ts';
import { RecordedCalls } from './recorded-calls.ts';
import { treasuryInMemoryForEachTest } from './treasury-in-memory.ts';

/*
 * How what was approved ends unsent, for each kind. An end rests on its own seal alone: one that Sluice did not decide halts
 * everything, and nothing else that is amiss keeps it from ending, or has it end for a reason that is not its own.
 */

const treasury = treasuryInMemoryForEachTest();

/** Everything that was approved before its sender judges it: a placed trade is made by its claim. */
const APPROVED = Object.entries(EXPECTED_ORDER).filter(([kind]) => kind !== 'a placed trade');

/** Approved; and what it is judged on says since that nothing may leave. */
async function stopped({ prepare }: ExpectedOrder): Promise<Outgoing> {
  const outgoing = await prepare(treasury());
  const { controls } = await treasury().ledger.readPolicy(TENANT);
  await treasury().putControls({ ...(controls ?? CONTROLS), mode: 'dry-run' });
  return outgoing;
}

async function ended({ id, send }: Outgoing, ports: Parameters<Outgoing['send']>[0] = {}) {
  const { lines, ports: recorded } = new RecordedCalls(treasury().ports);
  await send({ ...recorded, ...ports });
  const instruction = await treasury().ledger.readInstruction(TENANT, id);
  const halt = await treasury().ledger.readHalt(TENANT);
  return { lines, status: instruction?.status, halt: halt.mode };
}

/** A halt is in force by its marks, and the item says that there is none. */
async function haltErased(): Promise<void> {
  const live = treasury().items.halt;
  const act = { id: 'h-1', at: treasury().now(), by: 'tina', comment: 'odd', requestId: 'r-1' };
  await treasury().ledger.halt(TENANT, act);
  treasury().items.halt = live;
}

/** Another program writes another amount into it. */
async function forged({ id }: Outgoing): Promise<void> {
  const found = await treasury().ledger.readInstruction(TENANT, id);
  if (found === null) throw new Error(`${id} is gone`);
  const content = { ...found.content, amount: '0.0123' };
  treasury().items.instructions.set(id, { ...found, content });
}

/** As it is judged before it is sent, but for the marks of halts, and no lane is claimed. */
const endedBy = ({ decided, path, currency }: ExpectedOrder) => [
  ...decided.slice(0, decided.indexOf('key verifies') + 1),
  // The controls, which are others than those that it was decided on.
  'key verifies',
  path === '/v1/trades' ? 'read lanes, policy' : 'read policy',
  `write instruction cancelled, lane ${currency} idle, mark`,
];

describe.each(APPROVED)('%s that is not to be sent', (_kind, expected) => {
  it('ends after one look at its own seal, by one write', async () => {
    const outgoing = await stopped(expected);
    const { lines, status } = await ended(outgoing);
    expect(status).toMatchObject({ state: 'cancelled', reason: 'dry-run' });
    expect(lines).toEqual(endedBy(expected));
  });

  it('ends for its own reason where another program has erased a halt', async () => {
    const outgoing = await stopped(expected);
    await haltErased();
    const { status } = await ended(outgoing);
    expect(status).toMatchObject({ state: 'cancelled', reason: 'dry-run' });
  });

  it('ends where the key of its seal is out of reach', async () => {
    const outgoing = await stopped(expected);
    const { status } = await ended(outgoing, { seals: unreachableSeals });
    expect(status).toMatchObject({ state: 'cancelled', reason: 'dry-run' });
  });

  it('halts everything where Sluice did not decide it', async () => {
    const outgoing = await stopped(expected);
    await forged(outgoing);
    const { status, halt } = await ended(outgoing);
    expect(status).toMatchObject({ state: 'cancelled', reason: 'seal-invalid' });
    expect(halt).toBe('halted');
  });
});
