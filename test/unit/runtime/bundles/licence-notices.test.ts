import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { licenceNotices, NOTICES_FILE } from '../../../../lib/licence-notices.ts';
import { temporaryFolder } from '../../../lifetimes/temporary-folder.ts';

/*
 * The goal: whoever gets a bundle finds in it, in one file, the licence of each package whose code is in it. The bundles are
 * those of a synthesis; which packages are in them is read from the code.
 */

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** The least of them, and one with every format of a report. */
const FUNCTIONS = ['read-export', 'write-export'];
/** A sentence of each library, which no minifier takes from its code. */
const IN_THE_CODE: Readonly<Record<string, RegExp>> = {
  '@aws-sdk/client-dynamodb': /DynamoDB_20120810/,
  '@aws-sdk/client-s3': /x-amz-copy-source/,
  'decimal.js': /\[DecimalError\]/,
  'fast-xml-builder': /suppressUnpairedNode/,
  zod: /ZodMini/,
};

const folder = temporaryFolder();

async function bundles(): Promise<ReadonlyMap<string, { code: string; notices: string }>> {
  const bundler = path.join(ROOT, 'lib/constructs/bundle-functions.ts');
  await promisify(execFile)(process.execPath, [bundler, folder, ...FUNCTIONS]);
  return new Map(
    FUNCTIONS.map((name) => {
      const files = readdirSync(path.join(folder, name));
      const read = (file: string) => readFileSync(path.join(folder, name, file), 'utf8');
      const code = files
        .filter((file) => file.endsWith('.mjs'))
        .map(read)
        .join('\n');
      return [name, { code, notices: read(NOTICES_FILE) }];
    }),
  );
}

const namedIn = (notices: string): readonly string[] =>
  notices.match(/^\S+(?= \d[\w.-]* \()/gm) ?? [];

describe('the licences beside a bundle', () => {
  it('are those of the packages whose code is in it, and of no other', async () => {
    const made = await bundles();
    expect(readdirSync(folder).sort()).toEqual(FUNCTIONS);
    for (const [name, { code, notices }] of made) {
      const inCode = Object.keys(IN_THE_CODE).filter((each) => IN_THE_CODE[each]?.test(code));
      const named = namedIn(notices);
      expect(named.filter((each) => each in IN_THE_CODE).sort(), name).toEqual(inCode);
      expect(inCode, name).toContain('@aws-sdk/client-s3');
      expect(notices, name).toContain('http://www.apache.org/licenses/LICENSE-2.0');
    }
    const [least, most] = FUNCTIONS.map((name) => namedIn(made.get(name)?.notices ?? '').length);
    expect(most).toBeGreaterThan(least ?? 0);
  });

  it('stand once for all packages that have the same', async () => {
    const notices = await licenceNotices(ROOT, [
      'node_modules/@mantine/core/esm/index.mjs',
      `${ROOT}/node_modules/@mantine/hooks/esm/index.mjs`,
      `${ROOT}/node_modules/@mantine/hooks/esm/other.mjs`,
      'node_modules/zod/v4/mini/index.js',
      'treasury/money/money.ts',
    ]);
    expect(namedIn(notices)).toEqual(['@mantine/core', '@mantine/hooks', 'zod']);
    expect(notices.match(/Vitaly Rtishchev/g)).toHaveLength(1);
    expect(notices).not.toContain(ROOT);
  });
});
