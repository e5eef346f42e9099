import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';

/* npm run test:generative: more requests than npm test sends, of another seed, or one sequence again. */

const options = new Command('test-generative')
  .description(
    'Sends generated requests to the whole API and holds every answer against the document.',
  )
  .option('--requests <count>', 'how many at least', wholeNumber, '2000')
  .option('--seed <number>', 'what they are drawn by; another seed, other requests', wholeNumber)
  .option('--path <path>', 'only the sequence that a failure has named')
  .parse()
  .opts<{ requests: string; seed?: string; path?: string }>();

const manifest = createRequire(import.meta.url).resolve('vitest/package.json');
const vitest = path.join(path.dirname(manifest), 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/generative'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    GENERATIVE_REQUESTS: options.requests,
    GENERATIVE_SEED: options.seed ?? String(Math.floor(Math.random() * 2 ** 31)),
    ...(options.path === undefined ? {} : { GENERATIVE_PATH: options.path }),
  },
});
process.exitCode = status ?? 1;

function wholeNumber(text: string): string {
  if (/^-?\d{1,10}$/.test(text)) return text;
  throw new InvalidArgumentError('expected a whole number');
}
