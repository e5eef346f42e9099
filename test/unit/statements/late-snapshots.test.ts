import { describe, expect, it } from 'vitest';
import {
  mayStillChange,
  movementHappening,
} from '../../../treasury/statements/entry-references.ts';
import { workedOut } from '../../../treasury/statements/statement-of-month.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { ScriptedTreasury, snapshotOf } from './scripted-month.ts';

/* A snapshot that is written late changes what two people had agreed on: until none can come any more, it is pending. */

const PRICES = { BTC: '60000' };
/** In it the midnight of UTC is in the middle of a month. */
const AUCKLAND = { tenant: TENANT, month: '2026-04', timeZone: 'Pacific/Auckland' };

/** The last of what moved, explained by two people, and whether it may still become another. */
async function explained(treasury: ScriptedTreasury) {
  if ([...treasury.books.breaks.values()].some(({ status }) => status.state === 'open')) {
    await treasury.nameAndClose('deposit', 'customers');
  }
  const statement = await workedOut(treasury.statementPorts('').books, AUCKLAND);
  const movement = statement?.currencies[0]?.movements.at(-1);
  if (statement === null || movement === undefined) throw new Error('nothing moved');
  return {
    snapshot: movement.snapshot,
    happening: movementHappening('BTC', movement),
    isPending: mayStillChange(movement, statement),
  };
}

describe('a snapshot that is written late', () => {
  it('and was read before one of an earlier tick takes its place, in another month of UTC', async () => {
    const treasury = new ScriptedTreasury();
    await treasury.reads('2026-03-31T23:50:00.000Z', { BTC: '1' }, PRICES);
    const slow = snapshotOf('2026-03-31T23:59:00.000Z', { BTC: '2' }, PRICES);
    await treasury.arrives({ ...slow, takenAt: '2026-04-01T00:00:50.000Z' });
    await treasury.reads('2026-04-01T00:04:00.000Z', { BTC: '2' }, PRICES);
    const before = await explained(treasury);
    expect(before).toMatchObject({ snapshot: '2026-03-31T23:59:00.000Z', isPending: true });
    // Five minutes after the tick of the slow one, and not after that of the late one.
    const late = snapshotOf('2026-04-01T00:00:00.000Z', { BTC: '2' }, PRICES);
    await treasury.arrives(
      { ...late, takenAt: '2026-04-01T00:00:20.000Z' },
      '2026-04-01T00:04:50.000Z',
    );
    const after = await explained(treasury);
    expect(after.snapshot).toBe('2026-04-01T00:00:00.000Z');
    expect(after.happening).not.toEqual(before.happening);
  });

  it('can come no more ten minutes later', async () => {
    const treasury = new ScriptedTreasury();
    await treasury.reads('2026-03-31T23:50:00.000Z', { BTC: '1' }, PRICES);
    await treasury.reads('2026-03-31T23:54:00.000Z', { BTC: '2' }, PRICES);
    await treasury.reads('2026-04-01T00:04:00.000Z', { BTC: '2' }, PRICES);
    expect(await explained(treasury)).toMatchObject({ isPending: false });
  });
});
