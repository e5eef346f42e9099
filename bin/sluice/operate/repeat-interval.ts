import { userInfo } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { RepeatEvent } from '../../../runtime/delivery/repeat-event.ts';
import { VARIABLES } from '../../../runtime/environment/names.ts';
import { type Repeated, repeatedSchema } from '../../../treasury/reconciliation/repeated.ts';
import { Deployed, type DeployedFunction, NOBODYS_ACCOUNT } from '../../deployment/deployed.ts';
import { signedCalls } from '../../deployment/signed-call.ts';
import { CommandError } from '../command-error.ts';

export interface Interval {
  readonly stage: string;
  readonly tenant?: string;
  readonly from: string;
  readonly to: string;
}

/** What all calls together wrote. */
export interface RepeatedInterval {
  readonly tenant: string;
  readonly snapshots: number;
  readonly flows: number;
  readonly opened: number;
  readonly closed: number;
  readonly matched: number;
}

type Written = Extract<Repeated, { readonly result: 'repeated' }>;

/** Attempts at a call, and the pause before another: a store that is slow for a moment is itself again by then. */
const CALL_ATTEMPTS = 3;
const PAUSE_MS = 2_000;

const NOTHING = { snapshots: 0, flows: 0, opened: 0, closed: 0, matched: 0 } as const;

/** `sluice books repeat`: call after call, each of which says where the next one begins. */
export async function repeatInterval(
  interval: Interval,
  tell: (line: string) => void,
): Promise<RepeatedInterval> {
  const { stage, to } = interval;
  const deployed = await Deployed.find(stage);
  const tenant = tenantOf(interval, deployed);
  const { region, account } = deployed.place;
  tell(`stage ${stage} in ${region}, account ${account}, tenant ${tenant}`);
  const by = await askerIn(deployed);
  let sum: Omit<RepeatedInterval, 'tenant'> = NOTHING;
  let from: string | null = interval.from;
  while (from !== null) {
    const event: RepeatEvent = { tenant, repeat: { from, to, by } };
    const answer: Repeated = await persistently(() => asked(deployed, event), tell).catch(
      failed({ ...interval, tenant, from }),
    );
    if (answer.result === 'expired') {
      throw new CommandError(`snapshots from before ${answer.keptSince} may have expired`, {
        help: `Their books stay as they are. Begin at or after that: --from ${answer.keptSince}.`,
      });
    }
    if (answer.result === 'no-snapshots') break;
    const { snapshots, flows, opened, closed, matched, last, next }: Written = answer;
    sum = {
      snapshots: sum.snapshots + snapshots,
      flows: sum.flows + flows,
      opened: sum.opened + opened,
      closed: sum.closed + closed,
      matched: sum.matched + matched,
    };
    if (next !== null) tell(`up to ${last}: ${sum.snapshots} snapshots`);
    from = next;
  }
  if (sum.snapshots > 0) return { tenant, ...sum };
  throw new CommandError(
    `tenant ${tenant} has no snapshot from ${interval.from} to ${to}; nothing was repeated`,
    { help: 'Which there are: sluice snapshots. A miss has nothing to reconcile.' },
  );
}

/** @throws CommandError for a tenant that the stage has not: its books would be empty ones. */
function tenantOf({ stage, tenant }: Interval, deployed: Deployed): string {
  const tenants = deployed.variable(VARIABLES.tenants).split(',');
  const [first = ''] = tenants;
  if (tenant === undefined || tenants.includes(tenant)) return tenant ?? first;
  throw new CommandError(`the stage ${stage} has no tenant ${tenant}`, {
    exit: 'usage',
    help: `It has ${tenants.join(', ')}.`,
  });
}

async function asked(deployed: Deployed, event: RepeatEvent): Promise<Repeated> {
  const answer = repeatedSchema().safeParse(await deployed.invoke(booksOf(deployed), event));
  if (answer.success) return answer.data;
  throw new Error('update-books repeats nothing: another version is deployed');
}

/** A call may find the store slow. What it wrote is on record, so it can be made again. */
async function persistently<T>(call: () => Promise<T>, tell: (line: string) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof CommandError || attempt === CALL_ATTEMPTS) throw error;
      tell(`a call failed, and is made again: ${error instanceof Error ? error.message : error}`);
      await setTimeout(PAUSE_MS);
    }
  }
}

function booksOf(deployed: Deployed): DeployedFunction {
  const found = deployed.find('update-books');
  if (found === undefined) throw new CommandError('the stage has no function update-books');
  return found;
}

/** What was repeated before stays: the command goes on where it failed. */
function failed({ stage, tenant, from, to }: Interval): (error: unknown) => never {
  return (error) => {
    if (error instanceof CommandError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`the call from ${from} on failed: ${why}`, {
      help: `What was repeated before stays. To go on: sluice books repeat --stage ${stage} --tenant ${tenant} --from ${from} --to ${to}`,
    });
  };
}

/** Who asks, as AWS knows the credentials; on one machine, whose session it is. */
async function askerIn({ place: { region, account } }: Deployed): Promise<string> {
  if (account === NOBODYS_ACCOUNT) return `${userInfo().username} (on this machine)`;
  const { status, text } = await signedCalls(region)({
    service: 'sts',
    method: 'POST',
    path: '/',
    contentType: 'application/x-www-form-urlencoded',
    body: 'Action=GetCallerIdentity&Version=2011-06-15',
  });
  const arn = /<Arn>([^<]+)<\/Arn>/.exec(text)?.[1];
  if (arn !== undefined) return arn;
  throw new CommandError(`sts of AWS does not say whose credentials these are (${status})`, {
    exit: 'signedOut',
    help: 'Sign in to AWS (aws sso login; AWS_PROFILE chooses a profile of AWS).',
  });
}
