import { Command, InvalidArgumentError } from 'commander';
import { runSoak } from '../test/soak/run-soak.ts';
import { failingsOf, formatReport, sampleLine } from '../test/soak/soak-report.ts';

/*
 * npm run soak: half an hour of the local stack at high speed, a service that fails one request in twenty,
 * and in the end a comparison of all books; exit code 1 where something is missing or memory grew.
 */

/** Half an hour. */
const SECONDS = 1_800;
/** Below, nothing has happened yet; above, the sandbox's journal forgets its beginning. */
const LEAST_SECONDS = 10;
const MOST_SECONDS = 3_600;

const { seconds, json } = new Command('npm run soak --')
  .description('Runs the local stack at high speed with faults, and compares books in the end.')
  .option('--seconds <number>', 'how long', checkedSeconds, SECONDS)
  .option('--json', 'the whole report as JSON and nothing else')
  .allowExcessArguments(false)
  .parse()
  .opts<{ readonly seconds: number; readonly json?: true }>();

const report = await runSoak(seconds, (sample) => {
  if (!json) process.stdout.write(`${sampleLine(sample)}\n`);
});
process.stdout.write(`${json ? JSON.stringify(report, null, 2) : formatReport(report)}\n`);
process.exit(failingsOf(report).length === 0 ? 0 : 1);

function checkedSeconds(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= LEAST_SECONDS && value <= MOST_SECONDS) return value;
  throw new InvalidArgumentError(`Expected ${LEAST_SECONDS} to ${MOST_SECONDS} seconds.`);
}
