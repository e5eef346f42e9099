import { Command, InvalidArgumentError } from 'commander';
import { isMutation, loadMutated, MUTATIONS } from '../test/simulation/mutations.ts';

/*
 * npm run simulate: whole worlds, each driven by one seed, with everything that can go wrong in them;
 * exit code 1 with seed and trace where something is that must not be.
 */

interface Options {
  readonly seeds: number;
  readonly from: number;
  readonly seed?: number;
  readonly trace?: true;
  readonly json?: true;
  readonly workers: number;
  readonly mutate?: string;
}

const program = new Command('simulate')
  .description('Simulates the whole system in worlds of their own, each driven by one seed.')
  .option('--seeds <count>', 'how many worlds', wholeNumber, 1_000)
  .option('--from <seed>', 'the first seed', wholeNumber, 0)
  .option('--seed <seed>', 'this one world', wholeNumber)
  .option('--trace', 'with --seed: everything that happens in it, line by line')
  .option('--workers <count>', 'processes at the same time', wholeNumber, 1)
  .option('--json', 'the result as JSON')
  .option('--mutate <name>', `with one line changed: ${Object.keys(MUTATIONS).join(', ')}`)
  .parse();

process.exitCode = await main(program.opts<Options>());

async function main(options: Options): Promise<number> {
  const { mutate } = options;
  if (mutate !== undefined) {
    if (!isMutation(mutate)) return program.error(`no such mutation: ${mutate}`);
    const mutation = MUTATIONS[mutate];
    loadMutated(mutation);
    process.stderr.write(`with ${mutation.file} changed: ${mutation.what}\n`);
  }
  return options.seed === undefined
    ? await campaign(options)
    : await oneWorld(options, options.seed);
}

async function oneWorld({ trace, json }: Options, seed: number): Promise<number> {
  const { simulate } = await import('../test/simulation/simulate.ts');
  const result = await simulate(seed, { traced: true });
  const { violation, digest, steps } = result;
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    if (trace) process.stdout.write(`${result.trace.join('\n')}\n`);
    const verdict =
      violation === null ? 'ok' : `VIOLATION: ${violation.code}: ${violation.message}`;
    process.stdout.write(`seed ${seed}: ${verdict}; ${steps} steps, trace sha256 ${digest}\n`);
  }
  return violation === null ? 0 : 1;
}

async function campaign(options: Options): Promise<number> {
  const { from, seeds, workers, json, mutate } = options;
  const { runCampaign } = await import('../test/simulation/campaign.ts');
  const { progressOf, formatReport } = await import('../test/simulation/report.ts');
  const { runInProcesses } = await import('../test/simulation/workers.ts');
  const startedMs = performance.now();
  const progress = (done: number) => {
    if (!process.stderr.isTTY || (done % 20 !== 0 && done !== seeds)) return;
    const line = progressOf(done, seeds, (performance.now() - startedMs) / 1_000);
    process.stderr.write(`\r${line.padEnd(70)}${done === seeds ? '\n' : ''}`);
  };
  const command = [import.meta.filename, ...(mutate === undefined ? [] : ['--mutate', mutate])];
  const result =
    workers > 1
      ? await runInProcesses(command, workers, { from, seeds, progress })
      : await runCampaign({ from, seeds, progress });
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : formatReport(result));
  return result.failure === null ? 0 : 1;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('a whole number');
  return value;
}
