import { describe, expect, it } from 'vitest';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { PROPOSED } from '../samples/instructions.ts';
import { Random } from '../simulation/random.ts';
import { DrawnItems } from './draws.ts';
import { AT, breakAt } from './items.ts';
import { storeKinds, TENANT } from './stores.ts';

const drawn = new DrawnItems(new Random(1));

/** An instruction that waits since then; or one that has been approved. */
function instruction(id: string, minutes: number, isOpen = true): LedgerWrite {
  const createdAt = plusSeconds(AT, minutes * 60);
  const status = isOpen
    ? { state: 'awaiting-approval' as const, at: createdAt, expiresAt: plusSeconds(AT, 86_400) }
    : { state: 'approved' as const, at: createdAt };
  return { kind: 'create-instruction', instruction: { ...PROPOSED, id, createdAt, status } };
}

function change(id: string, hours: number): LedgerWrite {
  const proposed = drawn.policyChange(id, undefined);
  const expiresAt = plusSeconds(AT, hours * 3_600);
  const own = { status: { state: 'proposed' as const }, expiresAt, version: 1 };
  return { kind: 'put-change', change: { ...proposed, ...own } };
}

function breakOf(currency: string, direction: 'inflow' | 'outflow' | 'unbooked'): LedgerWrite {
  const id = `${AT}#${currency}`;
  return { kind: 'put-break', break: { ...breakAt(1), id, currency, direction } };
}

describe.each(storeKinds())('what waits for people, $name', ({ open }) => {
  it('is what is open, in the order in which it ends or has come, and says whether there is more', async () => {
    const { ledger, waiting } = await open();
    const writes = [
      instruction('late', 9),
      instruction('early', 1),
      instruction('approved', 0, false),
      change('change-later', 9),
      change('change-sooner', 2),
      change('change-over', 0),
      breakOf('BTC', 'inflow'),
      breakOf('ETH', 'outflow'),
      breakOf('SOL', 'unbooked'),
    ];
    for (const write of writes) expect(await ledger.commit(TENANT, [write])).toEqual({ ok: true });
    const idsOf = ({ items, more }: Awaited<ReturnType<typeof waiting.breaks>>) => [
      items.map(({ currency }) => currency),
      more,
    ];
    const names = ({ items }: { readonly items: readonly { readonly id: string }[] }) =>
      items.map(({ id }) => id);
    expect(names(await waiting.instructions(TENANT, 9))).toEqual(['early', 'late']);
    expect(await waiting.instructions(TENANT, 1)).toMatchObject({ more: true });
    const soon = plusSeconds(AT, 3_600);
    expect(names(await waiting.changes(TENANT, soon, 9))).toEqual([
      'change-sooner',
      'change-later',
    ]);
    expect(idsOf(await waiting.breaks(TENANT, 'open', 9))).toEqual([['ETH', 'BTC'], false]);
    expect(idsOf(await waiting.breaks(TENANT, 'open', 1))).toEqual([['ETH'], true]);
    expect(idsOf(await waiting.breaks(TENANT, 'explained', 9))).toEqual([[], false]);
  });
});
