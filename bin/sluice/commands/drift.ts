import type { Command } from 'commander';
import { printPlan } from '../../policy-as-code/print-plan.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { compareFolder } from './policy-folder.ts';

/** `sluice drift FOLDER` */
export function drift(context: Context): Command {
  return declareApi({
    name: 'drift',
    summary: 'Exits with 2 if a folder of the policy and what stands differ.',
    description: 'For a scheduled check: it changes nothing.',
    examples: [['drift policy', 'says whether they differ, and in what']],
  })
    .argument('<folder>', 'the folder of the policy')
    .action(async (folder: string, options: ApiOptions) => {
      const { plan } = await compareFolder(context, folder, options);
      context.print(options, {
        json: plan,
        lines: (screen) => printPlan(plan, screen),
        ...(plan.changes.length === 0 ? {} : { exit: 'differs' }),
      });
    });
}
