import { expect, it } from 'vitest';
import { saySeen } from '../../../treasury/facts/sentences/say/say-answer.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { refuseByHalt } from '../../../treasury/sending/refuse-by-halt.ts';
import { plantedStore, TENANT } from '../../samples/planted-store.ts';
import { POLICY } from '../../samples/policy.ts';

type Found = number | 'unreadable';

async function lookedAt(found: Found, claimed: number) {
  const isRead = found !== 'unreadable';
  const halt = { ...neverHalted(TENANT), generation: isRead ? found : claimed };
  const { ledger } = plantedStore({ policy: { ...POLICY, halt } });
  const noAnswer = () => Promise.reject(new Error('the store does not answer'));
  const ports = { ledger: isRead ? ledger : { ...ledger, readHalt: noAnswer } };
  return await refuseByHalt(ports, TENANT, { haltGeneration: claimed });
}

it('lets pass what rests on the halt as it is', async () => {
  expect(await lookedAt(3, 3)).toBeNull();
});

it.each([
  [4, 3, 'halt-changed', 'not sent: the halt is generation 4, the claim rests on 3'],
  [2, 3, 'halt-changed', 'not sent: the halt is generation 2, the claim rests on 3'],
  ['unreadable', 3, 'halt-unreadable', 'not sent: the halt could not be read right before'],
] as const)('is not-sent where the halt is %s and the claim rests on %s', async (...row) => {
  const [found, claimed, cause, text] = row;
  const stopped = await lookedAt(found, claimed);
  expect(stopped).toMatchObject({ kind: 'not-sent', cause, found: { code: cause } });
  expect(saySeen(stopped ?? {})).toBe(text);
});
