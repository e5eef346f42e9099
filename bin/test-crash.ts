import { Command, InvalidArgumentError } from 'commander';
import { CRASH_POINTS } from '../test/crash/points/crash-points.ts';
import { type CrashReport, formatReport } from '../test/crash/report.ts';
import { MACHINES, runPoints } from '../test/crash/run.ts';

/*
 * npm run test:crash: the local stack, killed at every point at which a process can die, and started
 * again; exit code 1 where the service's journal and the ledger disagree afterwards.
 */

interface Given {
  readonly only?: string;
  readonly list?: true;
  readonly json?: true;
  readonly machines: number;
}

const given = new Command('test-crash')
  .description(
    'Kills the local stack at every point at which a process can die, and compares books.',
  )
  .option('--only <text>', 'only the points whose name holds this')
  .option('--list', 'the points and what they are, without running them')
  .option('--machines <number>', 'machines at once', wholeNumber, MACHINES)
  .option('--json', 'the whole report as JSON')
  .allowExcessArguments(false)
  .parse()
  .opts<Given>();

const points = CRASH_POINTS.filter(({ name }) => name.includes(given.only ?? ''));

if (given.list) {
  for (const { name, description } of points)
    process.stdout.write(`${name.padEnd(36)}  ${description}\n`);
} else if (points.length === 0) {
  process.stderr.write(`there is no point whose name holds "${given.only}"\n`);
  process.exitCode = 1;
} else {
  const begun = performance.now();
  const results = await runPoints(points, given.machines, ({ name, problems, ms }) => {
    const verdict = problems.length === 0 ? 'agree' : 'DISAGREE';
    process.stderr.write(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}: ${verdict}\n`);
  });
  const ok = results.every(({ problems }) => problems.length === 0);
  const report: CrashReport = { ok, ms: Math.round(performance.now() - begun), results };
  process.stdout.write(given.json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
  process.exitCode = ok ? 0 : 1;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Expected a number from 1 to 99.');
  return Number.parseInt(text, 10);
}
