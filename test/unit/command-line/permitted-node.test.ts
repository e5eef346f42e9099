import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../bin/sluice/exit-codes.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../bin/sluice/entry');
const ENTRY = path.join(FOLDER, 'sluice.mjs');
/** Has no types, since it is run as it stands by Node.js of any age. */
const { isPermitted } = (await import(path.join(FOLDER, 'permitted-node.mjs'))) as {
  readonly isPermitted: (version: string, engines: string) => boolean;
};
const ENGINES = '^22.22.2 || ^24.15.0 || >=26.0.0';

describe('sluice', () => {
  it.each([
    ['22.22.2', true],
    ['22.22.10', true],
    ['22.23.0', true],
    ['22.22.1', false],
    ['22.9.9', false],
    ['23.99.0', false],
    ['24.14.9', false],
    ['24.15.0', true],
    ['25.1.0', false],
    ['26.0.0', true],
    ['30.1.2', true],
    ['20.20.2', false],
    ['8.1.0', false],
  ])('on Node.js %s starts: %s', (version, permitted) => {
    expect(isPermitted(version, ENGINES)).toBe(permitted);
  });

  const found = olderNode();
  it.skipIf(found === null)(
    'says in one line which Node.js it needs, on the one of this machine that is too old',
    () => {
      const { node, version } = found ?? { node: '', version: '' };
      const { status, stdout, stderr } = spawnSync(node, [ENTRY, 'status'], { encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: EXIT.wrongNode.code, stdout: '' });
      expect(stderr).toMatch(/^sluice needs Node\.js [^\n]+\n$/);
      expect(stderr).toContain(version);
      const forPrograms = spawnSync(node, [ENTRY, 'status', '--json'], { encoding: 'utf8' });
      expect(JSON.parse(forPrograms.stderr)).toMatchObject({
        error: { kind: 'wrongNode', exitCode: EXIT.wrongNode.code },
      });
    },
  );
});

/** A Node.js that is installed here and is not permitted: npm puts its own first into the PATH. */
function olderNode() {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const node = path.join(folder, 'node');
    try {
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
      if (!isPermitted(version, ENGINES)) return { node, version };
    } catch {
      // There is none in this folder.
    }
  }
  return null;
}
