import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { localKms } from '../../../local/kms/kms.ts';
import { localSeals } from '../../../local/kms/local-seals.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';

const KEY = 'arn:aws:kms:local:000000000000:key/of-seals';
const DIGEST = Buffer.alloc(32, 7);
const folder = folderForEachTest();
const fileIn = () => path.join(folder(), 'seal-keys.json');

describe('the keys of seals on this machine', () => {
  it('are kept in a file that only its owner reads, and are the same at the next start', () => {
    const file = fileIn();
    const mac = localKms([KEY], file).mac(KEY, DIGEST);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(localKms([KEY], file).isMac(KEY, DIGEST, mac ?? Buffer.alloc(0))).toBe(true);
  });

  it('stay beside a key that is added', () => {
    const file = fileIn();
    const mac = localKms([KEY], file).mac(KEY, DIGEST);
    expect(localKms(['another', KEY], file).mac(KEY, DIGEST)).toEqual(mac);
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort()).toEqual(['another', KEY]);
  });

  it('differ from folder to folder, and are gone with a stack that keeps nothing', () => {
    const one = localKms([KEY], null).mac(KEY, DIGEST);
    expect(localKms([KEY], null).mac(KEY, DIGEST)).not.toEqual(one);
  });

  it('are not made anew over a file that is not readable', () => {
    const file = fileIn();
    writeFileSync(file, '{"half of a');
    expect(() => localKms([KEY], file)).toThrow('is not readable');
  });

  it('make and verify the seals of whoever starts the stack', async () => {
    const seals = localSeals(localKms([KEY], null), [KEY]);
    const seal = await seals.seal(DIGEST);
    expect(await seals.verify(DIGEST, seal)).toBe('valid');
    expect(await seals.verify(Buffer.alloc(32), seal)).toBe('invalid');
    expect(await seals.verify(DIGEST, { ...seal, keyId: 'another' })).toBe('invalid');
    await expect(localSeals(localKms([], null), []).seal(DIGEST)).rejects.toThrow('key of seals');
  });
});
