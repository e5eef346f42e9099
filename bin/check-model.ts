import { Command } from 'commander';
import { checkModel } from '../test/model/check.ts';
import { wordsOf } from '../test/model/report.ts';

/* npm run check:model: every interleaving of the money protocol; exit code 1 where anything is wrong. */

const program = new Command('check-model')
  .description(
    'Searches every interleaving of the money protocol, over the project’s own reducers.',
  )
  .option('--json', 'the whole report as JSON')
  .parse();

const report = checkModel();
const { json } = program.opts<{ json?: true }>();
process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : wordsOf(report));
process.exitCode = report.ok ? 0 : 1;
