import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { instantOf } from '../../../treasury/time/instant.ts';
import { backtestPlan } from '../../policy-as-code/backtest-plan.ts';
import { printPlan } from '../../policy-as-code/print-plan.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { compareFolder } from './policy-folder.ts';

interface PlanOptions extends ApiOptions {
  readonly backtest: boolean;
  readonly out?: string;
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
      ['plan policy --out plan.json', 'kept, so that exactly this is applied later'],
    ],
  })
    .argument('<folder>', 'the folder of the policy')
    .option('--no-backtest', 'leaves out what the rules would have done over the last 30 days')
    .option('--out <file>', 'writes the plan as JSON to a file, for "sluice apply --plan"')
    .action(async (folder: string, options: PlanOptions) => {
      const compared = await compareFolder(context, folder, options);
      const { api, current } = compared;
      const backtest = options.backtest
        ? await backtestPlan(api, compared.plan, current, instantOf(Date.now()))
        : [];
      const made = { ...compared.plan, backtest: [...backtest] };
      if (options.out !== undefined) {
        await writeFile(options.out, `${JSON.stringify(made, null, 2)}\n`);
      }
      context.print(options, {
        json: made,
        lines: (screen) => printPlan(made, screen).split('\n'),
      });
    });
}
