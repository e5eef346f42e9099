import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startApiOf, tokenOf } from '../../http/api-of-functions.ts';
import { openedForEachTest } from '../../lifetimes/opened.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { policyCalls } from '../functions/policy-calls.ts';
import { sluice as runSluice } from './command-line.ts';

/* From a file of holidays to a calendar in force, and to its next year: the whole way that people take. */

const { deployed } = deployedForEachTest();
const { decide, read } = policyCalls(deployed);
const api = openedForEachTest(
  () => startApiOf(deployed),
  (each) => each.close(),
);
const folder = folderForEachTest();

const sluice = (...args: readonly string[]) =>
  runSluice(args, {
    SLUICE_API: api().url,
    SLUICE_ACCESS_TOKEN: tokenOf('tess', 'treasurer'),
    XDG_CONFIG_HOME: folder(),
    XDG_STATE_HOME: folder(),
  });

const policy = () => path.join(folder(), 'policy');
const csv = () => path.join(folder(), 'zurich.csv');
const OF_2026 = '2026-01-01,New Year\n2026-08-01,National Day\n';

function imported(...options: readonly string[]) {
  const into = ['--into', policy(), '--id', 'zurich', '--from', '2026-01-01'];
  return sluice('calendar', 'import', csv(), ...into, ...options);
}

const named = ['--label', 'Zurich', '--time-zone', 'Europe/Zurich', '--until', '2026-12-31'];

/** Proposed by tess from the folder, approved by ada. */
async function applied(): Promise<void> {
  const { stdout } = await sluice('apply', policy(), '--auto-approve', '--json');
  const { changes } = JSON.parse(stdout) as {
    readonly changes: readonly { readonly outcome: string; readonly changeId: string }[];
  };
  expect(changes).toMatchObject([{ outcome: 'proposed' }]);
  expect((await decide('approve', changes[0]?.changeId ?? '')).status).toBe(200);
}

describe('sluice calendar import', () => {
  it('makes a calendar of a CSV, which plan shows, apply proposes, and a colleague approves', async () => {
    await sluice('pull', policy());
    await writeFile(csv(), OF_2026);
    expect(await imported(...named)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 holidays, 2026-01-01 to 2026-12-31'),
    });
    expect((await sluice('plan', policy())).stdout).toContain('zurich');
    await applied();
    const { body } = await read('GET /v1/calendars/{id}', 'zurich');
    expect(body).toMatchObject({
      ...{ label: 'Zurich', timeZone: 'Europe/Zurich', until: '2026-12-31', version: 1 },
      holidays: [
        { date: '2026-01-01', name: 'New Year' },
        { date: '2026-08-01', name: 'National Day' },
      ],
    });
    expect(await sluice('drift', policy())).toMatchObject({ code: 0 });
  });

  it('extends a calendar by its next year, and keeps its name, zone and weekend', async () => {
    await sluice('pull', policy());
    await writeFile(csv(), OF_2026);
    await imported(...named);
    await applied();
    await writeFile(csv(), `${OF_2026}2027-01-01,New Year\n`);
    await imported('--until', '2027-12-31');
    await applied();
    const { body } = await read('GET /v1/calendars/{id}', 'zurich');
    expect(body).toMatchObject({ label: 'Zurich', until: '2027-12-31', version: 2 });
    expect(body.holidays).toHaveLength(3);
  });

  it('refuses a line that is no date of the range, names it, and leaves the folder as it was', async () => {
    await sluice('pull', policy());
    await writeFile(csv(), `${OF_2026}2026-02-30,no such day\n2028-01-01,beyond\n`);
    const refused = await imported(...named);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('2026-02-30');
    expect(existsSync(path.join(policy(), 'calendars', 'zurich.yaml'))).toBe(false);
  });

  it('needs the name and the zone of a calendar that the folder does not have', async () => {
    await sluice('pull', policy());
    await writeFile(csv(), OF_2026);
    const refused = await imported('--until', '2026-12-31');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/label|timeZone/);
    expect(await readFile(csv(), 'utf8')).toBe(OF_2026);
  });
});
