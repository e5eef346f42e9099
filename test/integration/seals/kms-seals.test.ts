import { beforeEach, describe, expect, it } from 'vitest';
import { createKmsSeals } from '../../../adapters/seals/kms-seals.ts';
import { SealsUnavailableError } from '../../../treasury/seals/ports.ts';
import { openedForFile } from '../../lifetimes/opened.ts';
import { hmacSeals, TEST_KEY_ID } from '../../seals/hmac-seals.ts';
import { type KmsMood, startKms } from '../../seals/kms-endpoint.ts';

const DIGEST = new Uint8Array(32).fill(7);
const OTHER_DIGEST = new Uint8Array(32).fill(8);
/** Of a KMS that never answers; any other has the time that a busy machine takes. */
const SILENCE_MS = 100;

const kms = openedForFile(startKms, ({ stop }) => stop());
beforeEach(() => {
  kms().become('well');
  kms().calls.length = 0;
});

const sealsOf = (...keyIds: readonly string[]) =>
  createKmsSeals({
    keyIds: [keyIds[0] ?? TEST_KEY_ID, ...keyIds.slice(1)],
    client: async () => kms().client(),
  });

describe('seals by KMS, over the wire', () => {
  it('are the MACs of the key, and are valid for their digest alone', async () => {
    const seal = await sealsOf().seal(DIGEST);
    expect(seal).toEqual(await hmacSeals.seal(DIGEST));
    expect(await sealsOf().verify(DIGEST, seal)).toBe('valid');
    expect(await sealsOf().verify(OTHER_DIGEST, seal)).toBe('invalid');
  });

  it('are invalid under a key that is not accepted, without KMS being asked', async () => {
    const seal = await sealsOf().seal(DIGEST);
    kms().calls.length = 0;
    expect(await sealsOf('arn:of:another').verify(DIGEST, seal)).toBe('invalid');
    expect(await sealsOf().verify(DIGEST, { ...seal, keyId: 'alias/theirs' })).toBe('invalid');
    expect(kms().calls).toEqual([]);
  });

  it('of an earlier key are valid as long as it is on the list', async () => {
    const seal = await sealsOf().seal(DIGEST);
    expect(await sealsOf('arn:of:today', TEST_KEY_ID).verify(DIGEST, seal)).toBe('valid');
  });

  it.each(['', 'AA==', '!', Buffer.alloc(31).toString('base64')])(
    'are invalid where the MAC is no MAC: %j',
    async (mac) => {
      expect(await sealsOf().verify(DIGEST, { keyId: TEST_KEY_ID, mac })).toBe('invalid');
    },
  );

  it.each(['denied', 'failing', 'silent', 'throttled', 'disabled'] satisfies KmsMood[])(
    'are neither valid nor invalid, and are not made, where KMS is %s',
    async (mood) => {
      const seal = await sealsOf().seal(DIGEST);
      kms().become(mood);
      const seals = createKmsSeals({
        keyIds: [TEST_KEY_ID],
        client: async () => kms().client(...(mood === 'silent' ? [SILENCE_MS] : [])),
      });
      await expect(seals.verify(DIGEST, seal)).rejects.toThrow(SealsUnavailableError);
      await expect(seals.seal(DIGEST)).rejects.toThrow(SealsUnavailableError);
    },
  );
});
