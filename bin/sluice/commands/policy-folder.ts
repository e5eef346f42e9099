import { instantOf } from '../../../treasury/time/instant.ts';
import { backtestPlan } from '../../policy-as-code/backtest-plan.ts';
import { readKnown } from '../../policy-as-code/folder-state.ts';
import { makePlan } from '../../policy-as-code/make-plan.ts';
import { KINDS, OBJECT_KINDS } from '../../policy-as-code/object-kinds.ts';
import type { CurrentObject, Plan } from '../../policy-as-code/plan.ts';
import type { PolicyApi } from '../../policy-as-code/policy-api.ts';
import { policyApiOverHttp } from '../../policy-as-code/policy-api-over-http.ts';
import { printProblems } from '../../policy-as-code/print-plan.ts';
import { type DesiredPolicy, readFolder } from '../../policy-as-code/read-folder.ts';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';

/** The tenant of a caller who names none: the first of the caller's. */
const OWN_TENANT = '(yours)';

/** A folder, what stands, and the difference. */
export interface Compared {
  readonly api: PolicyApi;
  readonly desired: DesiredPolicy;
  readonly current: readonly CurrentObject[];
  readonly plan: Plan;
  /** Where the folder's state keeps the versions: of this tenant at this address. */
  readonly stateKey: string;
}

/** Reads the folder and what stands. @throws CommandError if the folder has problems: all of them are named. */
export async function compareFolder(
  context: Context,
  folder: string,
  options: ApiOptions,
  purpose: Purpose = 'compare',
): Promise<Compared> {
  const read = await readFolder(folder);
  if (!read.ok) {
    for (const line of printProblems(read.problems)) context.note(line);
    throw new CommandError('the folder has to be right before anything is compared with it');
  }
  if (purpose !== 'fill') refuseEmpty(folder, read.policy);
  const { api, stateKey } = await policyApi(context, options, purpose);
  const known = await readKnown(folder, stateKey);
  const current = await api.current();
  const { tenant, address } = api;
  const madeAt = instantOf(Date.now());
  const desired = read.policy;
  const plan = makePlan({ tenant, api: address, madeAt, desired, current, known });
  return { api, desired, current, plan, stateKey };
}

/** The plan with what its rules would have done over the last 30 days, up to when it was made. */
export async function withBacktest({ api, current, plan }: Compared): Promise<Plan> {
  return { ...plan, backtest: [...(await backtestPlan(api, plan, current, plan.madeAt))] };
}

/**
 * A command that writes the policy says first which deployment and tenant it is about. One that fills the folder may find
 * it empty.
 */
type Purpose = 'compare' | 'write' | 'fill';

/** A folder without a place for any kind is another folder than the caller means: it is no policy without changes. */
function refuseEmpty(folder: string, { managed }: DesiredPolicy): void {
  if (managed.size > 0) return;
  const places = KINDS.map((kind) => OBJECT_KINDS[kind].place).join(', ');
  throw new CommandError(`${folder} holds nothing of the policy`, {
    help: `It has none of: ${places}. "sluice pull" fills a folder with what stands.`,
  });
}

export async function policyApi(
  context: Context,
  options: ApiOptions,
  purpose: Purpose,
): Promise<{ readonly api: PolicyApi; readonly stateKey: string }> {
  const { api: address, tenant = OWN_TENANT } = context.profile(options);
  const client =
    purpose === 'write' ? await context.apiToDecide(options) : context.apiToTry(options);
  const api = policyApiOverHttp(client, { address, tenant });
  return { api, stateKey: `${tenant} at ${address}` };
}
