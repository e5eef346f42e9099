import { expect, it } from 'vitest';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import { refuseByHalt } from '../../../treasury/sending/refuse-by-halt.ts';

type Found = number | 'unreadable';

async function lookedAt(found: Found, claimed: number) {
  const readHalt = async () => {
    if (found === 'unreadable') throw new Error('the store does not answer');
    return { mode: 'live', generation: found } as const;
  };
  const ledger = { readHalt } as unknown as Ledger;
  return await refuseByHalt({ ledger }, 'main', { haltGeneration: claimed });
}

it('lets pass what rests on the halt as it is', async () => {
  expect(await lookedAt(3, 3)).toBeNull();
});

it.each([
  [4, 3, 'halt-changed', 'not sent: the halt is generation 4, the claim rests on 3'],
  [2, 3, 'halt-changed', 'not sent: the halt is generation 2, the claim rests on 3'],
  ['unreadable', 3, 'halt-unreadable', 'not sent: the halt could not be read right before'],
] as const)('is not-sent where the halt is %s and the claim rests on %s', async (...row) => {
  const [found, claimed, cause, serviceAnswer] = row;
  expect(await lookedAt(found, claimed)).toEqual({ kind: 'not-sent', cause, serviceAnswer });
});
