import { TENANT_METRICS, type TenantMetricName } from '../../runtime/observability/metrics.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { AlarmKind, MissingData, TenantSource } from './alarm-kind.ts';

/*
 * Every alarm there is: what it watches, and the words in which it wakes somebody. The stack makes them from this
 * table, docs/operations.md has a section for each (a test holds the two together), and another test provokes each.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A trade is filled in seconds or rests in a book: after a quarter of an hour somebody has to look. */
const HELD_TRADE_MINUTES = 15;

/** What AWS measures by itself is looked at as often as it is worth: one period is enough to be woken. */
const ONE_OF_FIVE_MINUTES = {
  periodSeconds: 5 * MINUTE,
  evaluationPeriods: 1,
  datapointsToAlarm: 1,
} as const;

/** Percent of its time that a function may take before somebody looks: what is left is enough for one slow call
 * of DynamoDB with its repetition. */
const NEAR_TIMEOUT = 0.8;

/** Answers of the API that say "not your fault" within five minutes, from which on somebody looks. One is meant: a
 * trade that the service refused. Two may be one person's second try. */
const API_ERRORS = 3;

/** How long what happened in a table may wait for its delivery. Longer than a function takes for a batch and its first
 * repetitions, and below the hour after which a snapshot is too old to be swept on. */
const STREAM_BEHIND = 10 * MINUTE;

/** Of three ticks in a row, how many may have lost a read to the service: one is a hiccup. */
const SERVICE_ERROR_TICKS = { evaluationPeriods: 3, datapointsToAlarm: 2 };

/** What the tenant's watchdog counts holds until it counts again. Where the watchdog itself is silent, that has an
 * alarm of its own; this one must neither end by it nor begin. */
const COUNTED_BY_WATCHDOG: MissingData = {
  as: 'ignore',
  why: 'the watchdog counts on every tick; while it is silent, which has an alarm of its own, what it counted last still holds',
};

/** The alarms of a stage. */
export function alarmKinds({
  snapshotEveryMinutes,
  alarms,
}: Pick<StageConfiguration, 'snapshotEveryMinutes' | 'alarms'>): readonly AlarmKind[] {
  const interval = snapshotEveryMinutes * MINUTE;
  const onEachTick = { periodSeconds: interval, evaluationPeriods: 1, datapointsToAlarm: 1 };
  const counted = (metric: TenantMetricName): TenantSource => ({
    kind: 'tenant',
    metric,
    statistic: 'Maximum',
    comparison: 'at-or-above',
    threshold: 1,
    ...onEachTick,
  });
  const silentForTwoIntervals = (metric: TenantMetricName): TenantSource => ({
    kind: 'tenant',
    metric,
    statistic: 'Sum',
    comparison: 'below',
    threshold: 1,
    periodSeconds: interval,
    evaluationPeriods: 2,
    datapointsToAlarm: 2,
  });
  return [
    {
      name: 'no-snapshot',
      words: 'No balances have been recorded for two intervals. Nothing is swept meanwhile.',
      next: 'Look at the latest misses: they say whether it is the service, the token, or the function.',
      missing: {
        as: 'breaching',
        why: 'a schedule or a function that is gone writes nothing at all, and that is the very thing to be woken by',
      },
      sources: [silentForTwoIntervals('SnapshotTaken')],
    },
    {
      name: 'unknown-outcome',
      words:
        'A withdrawal or trade was sent and nobody knows what became of it. Its currency is held, its amount stays reserved.',
      next: 'Look it up in the records of the service; then two people settle it. Do not send it again by hand.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [counted('OpenUnknowns')],
    },
    {
      name: 'anomaly',
      words:
        'The service answered with something else than was asked. Everything is halted: nothing is sent.',
      next: 'Compare what was asked with what the service has on record; two people settle it, then two people end the halt.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [counted('OpenAnomalies')],
    },
    {
      name: 'invalid-seal',
      words:
        'What was to be sent, or the policy it rests on, carries a seal that no deciding function made: something else has written to the ledger. Everything is halted.',
      next: 'Find out who can write to the table, with CloudTrail, before anything else. Then compare the policy with its history; two people approve again what is wrong, and end the halt.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [counted('InvalidSeals')],
    },
    {
      name: 'contradicted-settlement',
      words:
        'The service answered late, and otherwise than a request was settled: what was called not executed may have left. Everything is halted.',
      next: 'Compare the request with the records of the service; correct what was concluded from the settlement; two people end the halt.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [counted('ContradictedSettlements')],
    },
    {
      name: 'break',
      words: 'Money went out that nothing in the books accounts for, and nobody has named it yet.',
      next: 'If nobody knows of it, halt first. Then look for it in the records of the service, and name it.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [counted('OpenOutflowBreaks')],
    },
    {
      name: 'unbooked',
      words:
        'Something was confirmed longer ago than the booking bound, and no balance shows that it left. Only its amount is withheld.',
      next: "Look it up in the service's own records; two people conclude it: GET /v1/lanes says what and how.",
      missing: COUNTED_BY_WATCHDOG,
      sources: [counted('OverdueUnbooked')],
    },
    {
      name: 'missed-occurrence',
      words:
        "An occurrence of a rule's schedule is older than the rule may start. The rule never carries it out by itself.",
      next: 'GET /v1/decisions?reason=missed names it. If the money should still leave, ask for a withdrawal by hand and name the occurrence.',
      missing: {
        as: 'notBreaching',
        why: 'no snapshot, no sweep run, and nothing is put on record; that no snapshot came is the alarm no-snapshot',
      },
      sources: [{ ...counted('OccurrencesMissed'), statistic: 'Sum' }],
    },
    {
      name: 'blocked-currency',
      words: `A currency has been held for more than ${alarms.blockedHours} hours. Nothing of it is swept or traded.`,
      next: 'GET /v1/lanes says what holds it and what ends that.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [
        {
          ...counted('LongestBlock'),
          comparison: 'above',
          threshold: alarms.blockedHours * HOUR,
        },
      ],
    },
    {
      name: 'trade-held',
      words: `A trade has held both its currencies for more than ${HELD_TRADE_MINUTES} minutes: it is open, filled in part, or nobody knows. Nothing of either is swept or traded.`,
      next: 'Look it up at the service, and cancel what rests of it there. Then two people state what was executed: settling.md.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [
        {
          ...counted('LongestHeldTrade'),
          comparison: 'above',
          threshold: HELD_TRADE_MINUTES * MINUTE,
        },
      ],
    },
    {
      name: 'budget-near-its-end',
      words: `A rolling limit of a rule or of trades is used up to ${alarms.budgetPercent} % or more. At 100 % it holds everything back until some of it has rolled off.`,
      next: 'Decide whether so much was meant to leave. If so, propose a higher limit; if not, halt the currency.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [{ ...counted('BudgetUsed'), threshold: alarms.budgetPercent }],
    },
    {
      name: 'service-errors',
      words:
        'The service gave no usable answer to what was read from it, in two of three ticks. Sweeps wait for balances.',
      next: 'Look at the codes of the misses, and whether the service itself says that it has a disturbance.',
      missing: {
        as: 'notBreaching',
        why: 'no tick, no question, no error; that no tick came is the alarm no-snapshot',
      },
      sources: [{ ...counted('ServiceErrors'), statistic: 'Sum', ...SERVICE_ERROR_TICKS }],
    },
    {
      name: 'token-refused',
      words:
        'The service does not take the token, or there is none. Nothing is read and nothing is sent.',
      next: 'sluice token status; then rotate to a token that is taken, or go back to the one before.',
      missing: {
        as: 'notBreaching',
        why: 'only an answer of the service says this; that no tick came is the alarm no-snapshot',
      },
      sources: [{ ...counted('TokenRefused'), statistic: 'Sum' }],
    },
    {
      name: 'failure-queue-not-empty',
      words: 'Something could not be delivered and waits for a person, for at most 14 days.',
      next: 'Read the message, look at its cause, and see in the runbook of this queue whether anything has to be done again.',
      missing: {
        as: 'notBreaching',
        why: 'SQS says nothing about a queue that was empty and unused for six hours: that is how it should be',
      },
      sources: [
        {
          kind: 'queue',
          metric: 'ApproximateNumberOfMessagesVisible',
          statistic: 'Maximum',
          comparison: 'above',
          threshold: 0,
          ...ONE_OF_FIVE_MINUTES,
        },
      ],
    },
    {
      name: 'rule-not-delivering',
      words:
        'EventBridge could not hand over what this rule matched, and may not have put it into its failure queue either. A notice was not notificationTarget, or an approved trade not sent.',
      next: 'Compare the policies of topic, function, queue and key with the last deployment; the failure queue holds what arrived there.',
      missing: {
        as: 'notBreaching',
        why: 'EventBridge writes these numbers only where they are not zero',
      },
      sources: [
        {
          kind: 'rule',
          metrics: ['FailedInvocations', 'InvocationsFailedToBeSentToDlq'],
          statistic: 'Sum',
          comparison: 'above',
          threshold: 0,
          ...ONE_OF_FIVE_MINUTES,
        },
      ],
    },
    {
      name: 'throttles',
      words:
        'A function or a table was refused capacity. What was refused is tried again, later than it should be.',
      next: 'See which one, compare with its quota or its reserved concurrency, and raise what is too low.',
      missing: {
        as: 'notBreaching',
        why: 'what is not used is not throttled, and AWS writes nothing about it',
      },
      sources: [
        {
          kind: 'function',
          metric: 'Throttles',
          statistic: 'Sum',
          comparison: 'above',
          threshold: 0,
          ...ONE_OF_FIVE_MINUTES,
        },
        {
          kind: 'table',
          metrics: ['ReadThrottleEvents', 'WriteThrottleEvents'],
          statistic: 'Sum',
          comparison: 'above',
          threshold: 0,
          ...ONE_OF_FIVE_MINUTES,
        },
      ],
    },
    {
      name: 'api-errors',
      words: `The API gave ${API_ERRORS} or more answers within five minutes that were not the caller's fault (5xx).`,
      next: 'The access log says which routes; the log of the function behind them, by the requestId, says why.',
      missing: {
        as: 'notBreaching',
        why: 'nobody asked, so nothing was answered wrongly; API Gateway counts requests only',
      },
      sources: [
        {
          kind: 'api',
          metric: '5xx',
          statistic: 'Sum',
          comparison: 'at-or-above',
          threshold: API_ERRORS,
          ...ONE_OF_FIVE_MINUTES,
        },
      ],
    },
    {
      name: 'stream-behind',
      words: `What happened in a table has waited more than ${STREAM_BEHIND / MINUTE} minutes for this function: it fails again and again, or it is too slow.`,
      next: 'Look at the log of the function; what it cannot take in the end goes to its failure queue.',
      missing: {
        as: 'notBreaching',
        why: 'nothing was delivered since nothing happened in the table; AWS writes the age with each delivery',
      },
      sources: [
        {
          kind: 'function',
          metric: 'IteratorAge',
          onlyStreams: true,
          statistic: 'Maximum',
          comparison: 'above',
          threshold: STREAM_BEHIND * 1_000,
          ...ONE_OF_FIVE_MINUTES,
        },
      ],
    },
    {
      name: 'watchdog-silent',
      words:
        'The watchdog has not come to the end of a round for two intervals. What is stuck stays stuck, and the other counts are old.',
      next: 'Look at its log and at the queues failed-rounds and dead-letters-ticks.',
      missing: {
        as: 'breaching',
        why: 'silence is what it is about',
      },
      sources: [silentForTwoIntervals('WatchdogRounds')],
    },
    {
      name: 'function-near-its-timeout',
      words: `A function took more than ${NEAR_TIMEOUT * 100} % of the time that it has. Beyond it, it is cut off in the middle.`,
      next: 'See in the trace what it waited for. A sender that is cut off leaves an unknown outcome.',
      missing: {
        as: 'notBreaching',
        why: 'a function that was not invoked took no time',
      },
      sources: [
        {
          kind: 'function',
          metric: 'Duration',
          statistic: 'Maximum',
          comparison: 'above',
          threshold: { ofTimeout: NEAR_TIMEOUT },
          ...ONE_OF_FIVE_MINUTES,
        },
      ],
    },
    {
      name: 'audit-chain-broken',
      words: 'The audit log is not what was written, or nobody could verify it for a day.',
      next: 'Halt. Take a copy of the table at once, then find the first broken link with npm run verify:audit.',
      missing: {
        as: 'breaching',
        why: 'a chain that nobody has followed for a day is not known to be whole',
      },
      sources: [{ ...counted('AuditChainBroken'), periodSeconds: DAY }],
    },
  ];
}

/** What an alarm says when it wakes somebody. */
export function alarmWords({ name, words, next }: AlarmKind, about: string): string {
  return `${about}: ${words}\nNext: ${next}\nRunbook: ${runbookOf(name)}`;
}

export function runbookOf(section: string): string {
  return `docs/operations.md#${section}`;
}

/** Whose metric it is: of which tenant of which stage. Stages may share an account, and CloudWatch's metrics with it. */
export interface MetricOwner {
  readonly stage: string;
  readonly tenant: string;
}

/** The dimensions of a tenant's metric, as its function writes it. */
export function tenantDimensions(
  metric: TenantMetricName,
  { stage, tenant }: MetricOwner,
): MetricOwner & { readonly service: string } {
  return { stage, service: TENANT_METRICS[metric].service, tenant };
}
