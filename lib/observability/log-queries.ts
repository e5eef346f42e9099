import { COUNTED, COUNTS, type CountName } from '../../runtime/observability/metrics.ts';

const FIELDS = 'fields @timestamp, service, tenant, tick, instructionId, level, message';

/** What a count says of an hour: of what must not fall silent how often it was one, of the others the most. */
function columnOf(name: CountName): string {
  const isSum = name === 'SnapshotTaken' || name === 'WatchdogRounds';
  return `${isSum ? 'sum' : 'max'}(${name}) as ${name}_`;
}

const HEARD = (Object.keys(COUNTS) as CountName[]).filter((name) => COUNTS[name].heard !== 'never');

/** The queries of the logs that the runbooks use (docs/metrics.md), by the name that each is saved under. */
export const LOG_QUERIES = {
  'one-tick': `${FIELDS}\n| filter tick = "2026-01-05T09:00:00.000Z"\n| sort @timestamp asc`,
  'one-instruction': `${FIELDS}\n| filter instructionId = "sweep-..."\n| sort @timestamp asc`,
  'what-went-wrong': `${FIELDS}\n| filter level in ["ERROR", "WARN"]\n| sort @timestamp desc\n| limit 100`,
  'which-tenant': `filter message = "${COUNTED}"\n| stats ${HEARD.map(columnOf).join(', ')} by tenant`,
  'which-function': [
    'filter type = "platform.report"',
    'stats max(record.metrics.durationMs) as longestMs, count(*) as invocations by @log',
    'sort longestMs desc',
  ].join('\n| '),
} as const;

export type LogQuery = keyof typeof LOG_QUERIES;

/** The name that a query is saved under. */
export function queryName(stage: string, query: LogQuery): string {
  return `sluice-${stage}/${query}`;
}
