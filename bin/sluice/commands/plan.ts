import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { printPlan } from '../../policy-as-code/print-plan.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { compareFolder, withBacktest } from './policy-folder.ts';

interface PlanOptions extends ApiOptions {
  readonly backtest: boolean;
  readonly out?: string;
  readonly detailedExitcode?: true;
}

/** `sluice plan FOLDER` */
export function plan(context: Context): Command {
  return declareApi({
    name: 'plan',
    summary: 'Shows what a folder of the policy would change; changes nothing.',
    description:
      'The folder holds controls.yaml, accounts/*.yaml and rules/*.yaml. Changes that narrow act at once when they are applied; all others need the approval of another person.',
    examples: [
      ['plan policy', 'the difference between the folder and what stands'],
      ['plan policy --json', 'the same for programs, in a shape with a version'],
      ['plan policy --detailed-exitcode', 'for scripts: 2 where there are changes'],
      ['plan policy --out plan.json', 'kept, so that exactly this is applied later'],
    ],
  })
    .argument('<folder>', 'the folder of the policy')
    .option('--no-backtest', 'leaves out what the rules would have done over the last 30 days')
    .option('--out <file>', 'writes the plan as JSON to a file, for "sluice apply --plan"')
    .option('--detailed-exitcode', 'exits with 2 if the plan has changes, with 0 if it has none')
    .action(async (folder: string, options: PlanOptions) => {
      const compared = await compareFolder(context, folder, options);
      const made = options.backtest ? await withBacktest(compared) : compared.plan;
      if (options.out !== undefined) {
        await writeFile(options.out, `${JSON.stringify(made, null, 2)}\n`);
      }
      context.print(options, {
        json: made,
        lines: (screen) => printPlan(made, screen),
        ...(options.detailedExitcode === true && made.changes.length > 0
          ? { exit: 'differs' }
          : {}),
      });
    });
}
