import * as z from 'zod';
import { type Check, notApplicable, type Part } from './check.ts';
import type { Caller } from './signed-call.ts';

/** Seconds for one list. */
const LIMIT_SECONDS = 60;

/** Copies are made at night: one that is older than a night and a half is not of last night. */
const RECENT_MS = 36 * 60 * 60 * 1_000;

const OK = 200;

export interface CopyOptions {
  /** ARNs of the tables, by the names that people know them by. */
  readonly tables: Readonly<Record<string, string>>;
  /** ARN of the vault elsewhere; null if the stage has none. */
  readonly vaultArn: string | null;
  readonly call: Caller;
  readonly now: () => number;
}

const copyJobs = z.object({
  CopyJobs: z
    .array(
      z.object({
        ResourceArn: z.string(),
        State: z.string(),
        StatusMessage: z.string().optional(),
      }),
    )
    .default([]),
});
type CopyJob = z.output<typeof copyJobs>['CopyJobs'][number];

/** Last night's copies, in the vault elsewhere: what is left if this account or its region is lost. */
export function copyCheck({ tables, vaultArn, call, now }: CopyOptions): Check {
  return {
    name: 'backup-copied',
    proves: "last night's copy of each table arrived in the vault elsewhere",
    limitSeconds: LIMIT_SECONDS,
    run: async () => {
      if (vaultArn === null) {
        const detail = 'the stage copies to no vault elsewhere (backupCopy)';
        return [notApplicable('copies', detail)];
      }
      const jobs = await jobsTo(call, vaultArn, now() - RECENT_MS);
      return Object.entries(tables).map(([name, arn]) =>
        judgedCopy(
          name,
          jobs.filter(({ ResourceArn }) => ResourceArn === arn),
        ),
      );
    },
  };
}

export function judgedCopy(of: string, jobs: readonly CopyJob[]): Part {
  if (jobs.some(({ State }) => State === 'COMPLETED')) {
    return { of, state: 'ok', detail: 'arrived within the last 36 hours' };
  }
  const [last] = jobs;
  if (last === undefined) {
    return { of, state: 'failed', detail: 'no copy went there within the last 36 hours' };
  }
  const why = last.StatusMessage === undefined ? '' : `: ${last.StatusMessage}`;
  return { of, state: 'failed', detail: `its copy is ${last.State}${why}` };
}

async function jobsTo(
  call: Caller,
  vaultArn: string,
  sinceMs: number,
): Promise<readonly CopyJob[]> {
  const query = new URLSearchParams({
    destinationVaultArn: vaultArn,
    createdAfter: new Date(sinceMs).toISOString(),
    maxResults: '1000',
  });
  const { status, text } = await call({
    ...{ service: 'backup', method: 'GET', path: `/copy-jobs?${query}` },
  });
  if (status !== OK) throw new Error(`AWS Backup answered with ${status}: ${text.slice(0, 500)}`);
  return copyJobs.parse(JSON.parse(text)).CopyJobs;
}
