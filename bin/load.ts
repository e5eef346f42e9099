import { Command, InvalidArgumentError } from 'commander';
import { failingsOf, formatReport } from '../test/load/load-report.ts';
import { runLoad } from '../test/load/run-load.ts';

/*
 * npm run load: the API of a local stack of its own under many clients, with the stage's limits; exit code 1 if any
 * response is unexpected, or the money path was hurt. It calls that stack alone.
 */

const { seconds, clients, json } = new Command('npm run load --')
  .description(
    'Asks the API of a local stack as fast as it answers, and looks after the money path.',
  )
  .option('--seconds <number>', 'how long', between(5, 600), 60)
  .option('--clients <number>', 'how many at once', between(1, 500), 50)
  .option('--json', 'the whole report as JSON and nothing else')
  .allowExcessArguments(false)
  .parse()
  .opts<{ readonly seconds: number; readonly clients: number; readonly json?: true }>();

const report = await runLoad(seconds, clients);
process.stdout.write(`${json ? JSON.stringify(report, null, 2) : formatReport(report)}\n`);
process.exit(failingsOf(report).length === 0 ? 0 : 1);

function between(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected ${least} to ${most}.`);
  };
}
