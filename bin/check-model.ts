import { Command } from 'commander';
import { checkModel } from '../test/model/check.ts';
import { formatReport } from '../test/model/report.ts';

/* npm run check:model: every interleaving of the money protocol; exit code 1 where anything is wrong. */

const program = new Command('check-model')
  .description(
    'Searches every interleaving of the money protocol, over the project’s own reducers.',
  )
  .option('--json', 'the whole report as JSON')
  .option(
    '--large',
    'also the scenarios that take minutes: both booked late, replicas read by runs',
  )
  .parse();

const { json, large } = program.opts<{ json?: true; large?: true }>();
if (process.stderr.isTTY) process.stderr.write('searching every interleaving\n');
const report = checkModel(large ? 'large' : 'whole');
process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
process.exitCode = report.ok ? 0 : 1;
