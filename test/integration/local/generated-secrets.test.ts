import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedSecrets } from '../../../local/secrets/generated-secrets.ts';
import { LocalStackError } from '../../../local/stack-error.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const temporary = temporaryFolder();

const KEY = { name: 'cursor-key', arn: 'arn:key', generatedCharacters: 64 };
const TOKEN = { name: 'token', arn: 'arn:token', generatedCharacters: null };

describe('secrets that are generated', () => {
  it('are random letters and digits, as many as asked for; others are none of its business', () => {
    const values = generatedSecrets([TOKEN, KEY], null);
    expect([...values.keys()]).toEqual([KEY.arn]);
    expect(values.get(KEY.arn)).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(generatedSecrets([KEY], null)).not.toEqual(values);
  });

  it('stay the same within a data folder, readable by its owner only, also where one is added', () => {
    const file = path.join(temporary, 'secrets.json');
    const first = generatedSecrets([TOKEN, KEY], file);
    expect(statSync(file).mode & 0o077).toBe(0);
    const other = { name: 'other', arn: 'arn:other', generatedCharacters: 32 };
    const second = generatedSecrets([other, KEY], file);
    expect(second.get(KEY.arn)).toBe(first.get(KEY.arn));
    expect(generatedSecrets([KEY, other], file).get(other.arn)).toBe(second.get(other.arn));
  });

  it('are refused where the file was damaged, without a word of what is in it', () => {
    const file = path.join(temporary, 'damaged.json');
    writeFileSync(file, '{"cursor-key": "something-secret"');
    expect(() => generatedSecrets([KEY], file)).toThrow(LocalStackError);
    expect(() => generatedSecrets([KEY], file)).not.toThrow(/something-secret/);
  });
});
