import type { Command } from 'commander';
import { type ApplyResult, applyPlan } from '../../policy-as-code/apply-plan.ts';
import { readKnown, writeKnown } from '../../policy-as-code/folder-state.ts';
import { type Plan, planSchema } from '../../policy-as-code/plan.ts';
import { printApplied, printMoved } from '../../policy-as-code/print-applied.ts';
import { printPlan } from '../../policy-as-code/print-plan.ts';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { readJson } from '../operate/read-policy.ts';
import { compareFolder, policyApi, withBacktest } from './policy-folder.ts';

interface ApplyOptions extends ApiOptions {
  readonly plan?: string;
  readonly autoApprove?: true;
}

/** `sluice apply FOLDER` */
export function apply(context: Context): Command {
  return declareApi({
    name: 'apply',
    summary: 'Makes the changes that a plan shows, after your yes.',
    description:
      'What narrows acts at once. Everything else is proposed, and another person approves it: no option of this command does. If the policy moved since the plan, nothing is changed.',
    examples: [
      ['apply policy', 'shows the plan, asks, and makes it'],
      ['apply policy --plan plan.json', 'makes exactly the plan that was kept'],
      ['apply policy --auto-approve', 'does not ask, for scripts'],
    ],
  })
    .argument('<folder>', 'the folder of the policy')
    .option('--plan <file>', 'a plan that "sluice plan --out" wrote')
    .option('--auto-approve', 'answers the question with yes; approves nothing for another person')
    .action(async (folder: string, options: ApplyOptions) => {
      const { plan, result, stateKey } = await planAndApply(context, folder, options);
      if (result === null) {
        context.print(options, {
          json: { plan, changes: [] },
          lines: (screen) => printPlan(plan, screen),
        });
        return;
      }
      if (result.result === 'moved') {
        for (const line of printMoved(result.objects)) context.note(line);
        throw new CommandError('the policy moved since the plan; nothing was changed', {
          exit: 'changed',
          help: 'Plan again.',
        });
      }
      await writeKnown(folder, stateKey, result.known);
      const isRefused = result.changes.some(({ outcome }) => outcome === 'refused');
      context.print(options, {
        json: {
          plan,
          changes: result.changes.map(({ change: { kind, id }, ...outcome }) => ({
            kind,
            id,
            ...outcome,
          })),
        },
        lines: () => printApplied(result.changes),
        ...(isRefused ? { exit: 'refused' } : {}),
      });
    });
}

interface Made {
  readonly plan: Plan;
  /** Null: the plan has no change. */
  readonly result: ApplyResult | null;
  readonly stateKey: string;
}

async function planAndApply(
  context: Context,
  folder: string,
  options: ApplyOptions,
): Promise<Made> {
  const { plan, api, stateKey } =
    options.plan === undefined
      ? await freshPlan(context, folder, options)
      : await keptPlan(context, folder, options, options.plan);
  if (plan.api !== api.address || plan.tenant !== api.tenant) {
    throw new CommandError(
      `the plan is for tenant ${plan.tenant} at ${plan.api}, not for ${api.tenant} at ${api.address}`,
      { exit: 'usage' },
    );
  }
  if (plan.changes.length === 0) return { plan, result: null, stateKey };
  for (const line of printPlan(plan, context.screen)) context.note(line);
  const yes = options.autoApprove;
  await context.decide(yes === undefined ? {} : { yes }, 'Make these changes?');
  return { plan, result: await applyPlan(api, plan), stateKey };
}

async function freshPlan(context: Context, folder: string, options: ApplyOptions) {
  const compared = await compareFolder(context, folder, options, 'write');
  return { ...compared, plan: await withBacktest(compared) };
}

async function keptPlan(context: Context, folder: string, options: ApiOptions, file: string) {
  const plan = await planIn(file);
  const { api, stateKey } = await policyApi(context, options, 'write');
  // Afterwards the folder's state is written: whether it can be is known before anything else is.
  await readKnown(folder, stateKey);
  return { plan, api, stateKey };
}

async function planIn(file: string): Promise<Plan> {
  const parsed = planSchema.safeParse(await readJson(file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(
    `${file} is no plan of this version: ${issue?.path.join('.')} ${issue?.message}`,
    { help: 'Make it with: sluice plan FOLDER --out FILE.' },
  );
}
