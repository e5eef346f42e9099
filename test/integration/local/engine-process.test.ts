import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { EngineProcess } from '../../../local/engine/engine-process.ts';

const run = promisify(execFile);

/** The engine is the only child that this process has. */
async function killEngine(): Promise<void> {
  const { stdout } = await run('pgrep', ['-P', String(process.pid), 'dynoxide']);
  process.kill(Number(stdout.trim()), 'SIGKILL');
}

it('an engine that was killed answers nothing more: no caller waits for it for ever', async () => {
  const engine = await EngineProcess.start(null);
  const waiting = engine.call('list_tables', {}).catch(() => undefined);
  await killEngine();
  expect(await engine.ended).toContain('SIGKILL');
  await waiting;
  // A process that a signal ended has no exit code: it is asked for no more all the same.
  await expect(engine.call('list_tables', {})).rejects.toThrow('the engine has ended');
  await engine.stop();
});
