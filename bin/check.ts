import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/* npm run check: all checks at the same time, as most of each waits for one processor; exit code 1 where any fails. */

const CHECKS = ['check:format', 'check:types', 'check:layers', 'check:dead'] as const;

interface Checked {
  readonly name: string;
  readonly isRight: boolean;
  readonly output: string;
}

async function check(name: string): Promise<Checked> {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { name, isRight: (await code) === 0, output: `${stdout}${stderr}` };
}

for (const { name, isRight, output } of await Promise.all(CHECKS.map(check))) {
  process.stdout.write(isRight ? `${name}: nothing found\n` : `${name}:\n${output}`);
  if (!isRight) process.exitCode = 1;
}
