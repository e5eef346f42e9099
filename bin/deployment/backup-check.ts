import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { backupVaultName } from '../../lib/constructs/backup-vault-name.ts';
import { repeat } from '../../treasury/retries/retry.ts';
import { type Check, notApplicable, type Part } from './check.ts';
import type { Caller } from './signed-call.ts';

/** Seconds for the copies of all tables, made at the same time; AWS Backup begins when it likes to. */
const BACKUP_LIMIT_SECONDS = 1_800;
const LOOK_EVERY_MS = 20_000;

/** AWS Backup's own least: a copy that is not deleted here goes by itself. */
const KEPT_DAYS = 1;
/** Minutes in which a copy has to begin, and to end: AWS Backup's least is an hour each. */
const WINDOW_MINUTES = 60;

const OK = 200;

export interface BackupOptions {
  readonly stage: string;
  /** ARNs of the tables, by the names that people know them by. */
  readonly tables: Readonly<Record<string, string>>;
  /** Whether the stage keeps its data: only then it has copies, in a vault that denies every deletion before its time. */
  readonly retained: boolean;
  readonly call: Caller;
  readonly now: () => number;
}

/** A copy of each table by the role of the plan, into the vault: made, seen, and kept from being deleted. */
export function backupCheck(options: BackupOptions): Check {
  return {
    name: 'backup-made',
    proves: 'AWS Backup may copy each table into the vault, by the role of the plan',
    limitSeconds: BACKUP_LIMIT_SECONDS,
    run: async (progress) => {
      if (!options.retained) {
        return [notApplicable('copies', 'the stage is made to be thrown away')];
      }
      const { role, selected } = await planOf(options);
      const until = options.now() + BACKUP_LIMIT_SECONDS * 1_000 - 2 * LOOK_EVERY_MS;
      return await Promise.all(
        Object.entries(options.tables).map(([name, arn]) =>
          selected.includes(arn)
            ? copied(options, { name, arn, role, until }, (line) => progress(`${name}: ${line}`))
            : { of: name, state: 'failed' as const, detail: 'the plan does not copy it' },
        ),
      );
    },
  };
}

interface Copy {
  readonly name: string;
  readonly arn: string;
  readonly role: string;
  readonly until: number;
}

const job = z.object({
  State: z.string(),
  StatusMessage: z.string().optional(),
  RecoveryPointArn: z.string().optional(),
});

async function copied(
  options: BackupOptions,
  { name, arn, role, until }: Copy,
  progress: (line: string) => void,
): Promise<Part> {
  const { stage, call, now } = options;
  const begun = z.object({ BackupJobId: z.string() });
  const { BackupJobId: id } = await asked(call, 'PUT', '/backup-jobs', begun, {
    BackupVaultName: backupVaultName(stage),
    ResourceArn: arn,
    IamRoleArn: role,
    IdempotencyToken: randomUUID(),
    StartWindowMinutes: WINDOW_MINUTES,
    CompleteWindowMinutes: 2 * WINDOW_MINUTES,
    Lifecycle: { DeleteAfterDays: KEPT_DAYS },
  });
  const lookOnce = async (): Promise<Part | null> => {
    const { State, StatusMessage, RecoveryPointArn } = await asked(
      call,
      'GET',
      `/backup-jobs/${id}`,
      job,
    );
    if (State === 'COMPLETED' && RecoveryPointArn !== undefined) {
      return await ended(options, name, RecoveryPointArn);
    }
    if (/^(ABORTED|EXPIRED|FAILED|PARTIAL)$/.test(State)) {
      return {
        of: name,
        state: 'failed',
        detail: `${State}: ${StatusMessage ?? 'without a word'}`,
      };
    }
    if (now() > until) return { of: name, state: 'failed', detail: `still ${State}, job ${id}` };
    progress(State);
    return null;
  };
  return await repeat(lookOnce, () => setTimeout(LOOK_EVERY_MS));
}

/** The copy is seen in the vault, and asked to be deleted. */
async function ended(
  { stage, call }: BackupOptions,
  name: string,
  recoveryPoint: string,
): Promise<Part> {
  const path = `/backup-vaults/${backupVaultName(stage)}/recovery-points/${encodeURIComponent(recoveryPoint)}`;
  const { Status } = await asked(call, 'GET', path, z.object({ Status: z.string() }));
  const { status } = await call({ service: 'backup', method: 'DELETE', path });
  return judgedEnd(name, { seen: Status, deleted: status === OK });
}

export function judgedEnd(
  of: string,
  { seen, deleted }: { readonly seen: string; readonly deleted: boolean },
): Part {
  if (seen !== 'COMPLETED') return { of, state: 'failed', detail: `the vault has it as ${seen}` };
  return deleted
    ? { of, state: 'failed', detail: 'made and seen; the vault let it be deleted before its time' }
    : {
        of,
        state: 'ok',
        detail: `made, seen, kept from being deleted; it ends after ${KEPT_DAYS} day`,
      };
}

const plans = z.object({
  BackupPlansList: z.array(z.object({ BackupPlanId: z.string(), BackupPlanName: z.string() })),
  NextToken: z.string().optional(),
});
const selections = z.object({
  BackupSelectionsList: z.array(z.object({ IamRoleArn: z.string(), SelectionId: z.string() })),
});
const selectionSchema = z.object({
  BackupSelection: z.object({ Resources: z.array(z.string()).default([]) }),
});

interface Plan {
  /** The role that it copies by. */
  readonly role: string;
  /** ARNs of what it copies. */
  readonly selected: readonly string[];
}

async function planOf({ stage, call }: BackupOptions): Promise<Plan> {
  let path = '/backup/plans';
  for (;;) {
    const page = await asked(call, 'GET', path, plans);
    const plan = page.BackupPlansList.find(
      ({ BackupPlanName }) => BackupPlanName === `sluice-${stage}`,
    );
    if (plan !== undefined) return await selectionOf(call, plan.BackupPlanId);
    if (page.NextToken === undefined) throw new Error(`there is no backup plan sluice-${stage}`);
    path = `/backup/plans?nextToken=${encodeURIComponent(page.NextToken)}`;
  }
}

async function selectionOf(call: Caller, plan: string): Promise<Plan> {
  const path = `/backup/plans/${plan}/selections`;
  const { BackupSelectionsList } = await asked(call, 'GET', path, selections);
  const [first] = BackupSelectionsList;
  if (first === undefined) throw new Error('the backup plan selects no tables');
  const { IamRoleArn: role, SelectionId: id } = first;
  const { BackupSelection } = await asked(call, 'GET', `${path}/${id}`, selectionSchema);
  return { role, selected: BackupSelection.Resources };
}

async function asked<T>(
  call: Caller,
  method: 'GET' | 'PUT',
  path: string,
  schema: z.ZodType<T>,
  body?: object,
): Promise<T> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' };
  const { status, text } = await call({ service: 'backup', method, path, ...content });
  if (status !== OK) throw new Error(`AWS Backup answered with ${status}: ${text.slice(0, 500)}`);
  return schema.parse(JSON.parse(text));
}
