import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mainProcess } from '../../../bench/local/main-process.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const folder = temporaryFolder();

/** Less than any process of Node's takes. */
const LEAST_MB = 20;

it('finds the program behind npm and its shell, with what it holds, and nothing where it is gone', async () => {
  const script = path.join(folder, 'main.mjs');
  await writeFile(script, 'console.log(process.pid); setInterval(() => undefined, 1_000);');
  // The command after the program keeps the shell: its own command line has the script in it too.
  const shell = spawn('sh', ['-c', `"${process.execPath}" ${script}; true`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = await once(shell.stdout, 'data');
  const pid = Number(String(said));
  const found = mainProcess(process.pid, script);
  expect(found?.pid).toBe(pid);
  expect(found?.residentMb).toBeGreaterThan(LEAST_MB);
  expect(mainProcess(process.pid, path.join(folder, 'another.mjs'))).toBeNull();

  process.kill(pid);
  await once(shell, 'close');
  expect(mainProcess(process.pid, script)).toBeNull();
});
