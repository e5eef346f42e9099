import * as z from 'zod';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../assembly/local-names.ts';
import type { AccountAnswer, AccountRequest } from './account-request.ts';
import type { LocalAccount } from './local-account.ts';

const started = z.object({ ResourceArn: z.string() });

/** The one selection of a plan. */
const SELECTION = 'tables';

const PLAN_PATH = /^\/backup\/plans\/([^/]+)\/selections(\/[^/]+)?\/?$/;
const JOB_PATH = /^\/backup-jobs\/([^/]+)\/?$/;
const POINT_PATH = /^\/backup-vaults\/[^/]+\/recovery-points\/[^/]+$/;

/**
 * AWS Backup as verifying asks it: plans and what they select, a copy that ends at once, a vault that refuses to delete it, and
 * the copies that went elsewhere. A job is known by the table that it copies: nothing is copied here.
 */
export function answerBackup(account: LocalAccount, request: AccountRequest): AccountAnswer {
  const { method, path, query, body } = request;
  if (method === 'PUT' && path === '/backup-jobs') {
    const { ResourceArn } = started.parse(JSON.parse(body));
    return { BackupJobId: Buffer.from(ResourceArn).toString('base64url') };
  }
  if (method !== 'GET') return null;
  if (path.startsWith('/copy-jobs')) {
    return { CopyJobs: copiesTo(account, query.get('destinationVaultArn')) };
  }
  const [, job] = JOB_PATH.exec(path) ?? [];
  if (job !== undefined) {
    return {
      State: 'COMPLETED',
      RecoveryPointArn: `arn:aws:backup:${LOCAL_REGION}:${LOCAL_ACCOUNT}:recovery-point:${job}`,
    };
  }
  return POINT_PATH.test(path) ? { Status: 'COMPLETED' } : answerPlans(account, path);
}

function copiesTo({ copies }: LocalAccount, wanted: string | null): readonly object[] {
  return copies
    .filter(({ vaultArn }) => vaultArn === wanted)
    .map(({ resourceArn, state }) => ({ ResourceArn: resourceArn, State: state }));
}

function answerPlans({ backupPlans }: LocalAccount, path: string): AccountAnswer {
  const plans = [...backupPlans.values()];
  if (/^\/backup\/plans\/?$/.test(path)) {
    return {
      BackupPlansList: plans.map(({ id, name }) => ({ BackupPlanId: id, BackupPlanName: name })),
    };
  }
  const [, id = '', selection] = PLAN_PATH.exec(path) ?? [];
  const plan = plans.find((each) => each.id === decodeURIComponent(id));
  if (plan === undefined) return null;
  const { role: IamRoleArn, resources: Resources } = plan;
  return selection === undefined
    ? { BackupSelectionsList: [{ IamRoleArn, SelectionId: SELECTION }] }
    : { BackupSelection: { SelectionName: SELECTION, IamRoleArn, Resources } };
}
