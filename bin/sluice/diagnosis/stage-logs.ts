import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type StageAws, stageAws } from '../aws/aws.ts';
import { CommandError } from '../command-error.ts';
import { queryFor } from './bundle.ts';
import { fieldsOfLine, type LogSource, MOST_LINES } from './log-source.ts';

/** Log groups of functions, and of the API's own accesses (lib/constructs). */
const PREFIXES = (stage: string) => [`/sluice/${stage}/`, `/aws/vendedlogs/sluice/${stage}/`];

/** Log groups of one query of CloudWatch: its own limit. */
const MOST_GROUPS = 50;

/** Milliseconds between two looks at a query, and looks before it is given up: it takes some seconds. */
const LOOK_EVERY_MS = 1_000;
const MOST_LOOKS = 120;

const MILLISECONDS = 1_000;

const groups = z.object({
  logGroups: z._default(z.array(z.object({ logGroupName: z.string() })), []),
  nextToken: z.optional(z.string()),
});
const started = z.object({ queryId: z.string() });
const results = z.object({
  status: z.string(),
  results: z._default(z.array(z.array(z.object({ field: z.string(), value: z.string() }))), []),
});

/** CloudWatch Logs Insights over all log groups of a stage, since a moment. AWS is asked when lines are. */
export function stageLogs(stage: string, sinceMs: number, note: (line: string) => void): LogSource {
  let aws: Promise<StageAws> | undefined;
  return {
    name: `CloudWatch Logs of ${stage}, since ${new Date(sinceMs).toISOString()}`,
    linesAbout: async (ids) => {
      try {
        aws ??= stageAws(stage);
        return await queried(await aws, stage, ids, sinceMs);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        // The rest of the bundle is worth having, and has the query for whoever may read the logs.
        note(`no log lines: ${error.message}`);
        return [];
      }
    },
  };
}

async function queried(
  aws: StageAws,
  stage: string,
  ids: readonly string[],
  sinceMs: number,
): Promise<readonly unknown[]> {
  const logGroupNames = (await Promise.all(PREFIXES(stage).map((prefix) => named(aws, prefix))))
    .flat()
    .slice(0, MOST_GROUPS);
  if (logGroupNames.length === 0) {
    throw new CommandError(`the stage ${stage} has no log groups in ${aws.region}`);
  }
  const { queryId } = await asked(aws, 'StartQuery', started, {
    logGroupNames,
    startTime: Math.floor(sinceMs / MILLISECONDS),
    endTime: Math.ceil(Date.now() / MILLISECONDS),
    queryString: queryFor(ids),
    limit: MOST_LINES,
  });
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { status, results: rows } = await asked(aws, 'GetQueryResults', results, { queryId });
    if (status === 'Complete') return rows.map(lineOf);
    if (!['Scheduled', 'Running'].includes(status)) {
      throw new CommandError(`the query of CloudWatch Logs ended as ${status}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  throw new CommandError('the query of CloudWatch Logs takes too long', { exit: 'unreachable' });
}

async function named(aws: StageAws, logGroupNamePrefix: string): Promise<readonly string[]> {
  const found: string[] = [];
  let nextToken: string | undefined;
  do {
    const page = await asked(aws, 'DescribeLogGroups', groups, {
      logGroupNamePrefix,
      ...(nextToken === undefined ? {} : { nextToken }),
    });
    found.push(...page.logGroups.map(({ logGroupName }) => logGroupName));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return found;
}

function lineOf(row: readonly { readonly field: string; readonly value: string }[]): unknown {
  return fieldsOfLine(row.find(({ field }) => field === '@message')?.value ?? '');
}

async function asked<T>(
  { call }: StageAws,
  operation: string,
  schema: z.ZodMiniType<T>,
  input: object,
): Promise<T> {
  const text = await call({
    service: 'logs',
    method: 'POST',
    path: '/',
    contentType: 'application/x-amz-json-1.1',
    target: `Logs_20140328.${operation}`,
    body: JSON.stringify(input),
  });
  return schema.parse(JSON.parse(text));
}
