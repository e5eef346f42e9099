import type { MetricName } from '../../runtime/observability/metrics.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { AlarmKind, CountSource, MissingData } from './alarm-kind.ts';
import { sweepRunAlarms } from './sweep-run-alarms.ts';

/*
 * Every alarm there is: its metric, and its message. The stack makes them from this table, docs/operations.md has a
 * section for each (a test compares the two), and another test provokes each.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A trade is filled in seconds or rests in a book: after a quarter of an hour a person has to look. */
const BLOCKED_TRADE_MINUTES = 15;

/** Metrics that AWS measures by itself are evaluated as often as is useful: one period is enough for an alarm. */
const ONE_OF_FIVE_MINUTES = {
  periodSeconds: 5 * MINUTE,
  evaluationPeriods: 1,
  datapointsToAlarm: 1,
} as const;

/** Whatever of these there is, within five minutes. */
const ANY_WITHIN_FIVE_MINUTES = {
  statistic: 'Sum',
  comparison: 'above',
  threshold: 0,
  ...ONE_OF_FIVE_MINUTES,
} as const;

/** Percent of its time that a function may take before the alarm: what is left is enough for one slow call
 * of DynamoDB with its repetition. */
const NEAR_TIMEOUT = 0.8;

/** Answers of the API that say "not your fault" within five minutes, from which on there is an alarm. One is meant: a
 * trade that the service refused. Two may be one person's second try. */
const API_ERRORS = 3;

/**
 * How long a change in a table may wait for its delivery. Longer than a function takes for a batch and its first
 * repetitions, and below the hour after which a snapshot is too old to be swept on.
 */
const STREAM_BEHIND = 10 * MINUTE;

/** How many of three ticks in a row may have lost a read to the service: one is a hiccup. */
const SERVICE_ERROR_TICKS = { evaluationPeriods: 3, datapointsToAlarm: 2 };

/**
 * What the watchdog counts is heard only while it is not zero. It is remembered for two more ticks than it was heard:
 * a watchdog that is silent for two has an alarm of its own before this one ends by its silence.
 */
const COUNTED_BY_WATCHDOG: MissingData = {
  as: 'notBreaching',
  why: 'a count of zero is not heard; that the watchdog does not count at all is the alarm watchdog-silent, which comes before this one ends',
};

/** What the alarms of a stage ask of its metrics. */
interface Asked extends Pick<StageConfiguration, 'alarms' | 'tenants'> {
  readonly counted: (metric: MetricName) => CountSource;
  readonly countedByWatchdog: (metric: MetricName) => CountSource;
  /** One of the tenants is silent where fewer are counted than there are. */
  readonly silentForTwoIntervals: (metric: MetricName) => CountSource;
}

/** The alarms of a stage. Each is one question about all its tenants: which one it is about is in the log. */
export function alarmKinds(
  configuration: Pick<StageConfiguration, 'snapshotEveryMinutes' | 'alarms' | 'tenants'>,
): readonly AlarmKind[] {
  const ask = askedOf(configuration);
  return [
    ...snapshotAlarms(ask),
    ...outcomeAlarms(ask),
    ...attentionAlarms(ask),
    ...sweepRunAlarms(ask.counted),
    ...roomAlarms(ask),
    ...serviceAlarms(ask),
    ...deliveryAlarms(),
    ...paceAlarms(ask),
    ...receiverAlarms(ask),
    ...auditAlarms(ask),
  ];
}

function askedOf({
  snapshotEveryMinutes,
  alarms,
  tenants,
}: Pick<StageConfiguration, 'snapshotEveryMinutes' | 'alarms' | 'tenants'>): Asked {
  const interval = snapshotEveryMinutes * MINUTE;
  const onEachTick = { periodSeconds: interval, evaluationPeriods: 1, datapointsToAlarm: 1 };
  const counted = (metric: MetricName): CountSource => ({
    kind: 'count',
    metric,
    statistic: 'Maximum',
    comparison: 'at-or-above',
    threshold: 1,
    ...onEachTick,
  });
  const countedByWatchdog = (metric: MetricName): CountSource => ({
    ...counted(metric),
    evaluationPeriods: 3,
    datapointsToAlarm: 1,
  });
  const silentForTwoIntervals = (metric: MetricName): CountSource => ({
    kind: 'count',
    metric,
    statistic: 'Sum',
    comparison: 'below',
    threshold: tenants.length,
    periodSeconds: interval,
    evaluationPeriods: 2,
    datapointsToAlarm: 2,
  });
  return { alarms, tenants, counted, countedByWatchdog, silentForTwoIntervals };
}

/** Balances are recorded. */
function snapshotAlarms({ silentForTwoIntervals }: Asked): readonly AlarmKind[] {
  return [
    {
      name: 'no-snapshot',
      description: 'No balances have been recorded for two intervals. Nothing is swept meanwhile.',
      next: 'Look at the latest misses (npm run sluice -- snapshots): they say whether the service, the token or the function is the cause.',
      missing: {
        as: 'breaching',
        why: 'a schedule or a function that is gone writes nothing at all; the alarm exists for that',
      },
      sources: [silentForTwoIntervals('SnapshotTaken')],
    },
  ];
}

/** A request whose outcome people have to look up, and what is not as Sluice wrote it. */
function outcomeAlarms({ countedByWatchdog }: Asked): readonly AlarmKind[] {
  return [
    {
      name: 'unknown-outcome',
      description:
        'A withdrawal or trade was sent and its outcome is unknown. Its currency is blocked, its amount stays reserved.',
      next: 'Look it up in the records of the service; then two people settle it: npm run sluice -- settle. Do not send it again by hand.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [countedByWatchdog('OpenUnknowns')],
    },
    {
      name: 'anomaly',
      description:
        'The answer of the service contradicts the request. Everything is halted: nothing is sent.',
      next: 'Compare the request with the records of the service; two people settle it, then two people end the halt.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [countedByWatchdog('OpenAnomalies')],
    },
    {
      name: 'invalid-seal',
      description:
        'A request, or the policy behind it, carries an invalid seal: something other than Sluice has written to the ledger. Everything is halted.',
      next: 'Find out who can write to the table, with CloudTrail, before anything else. Then compare the policy with its history; two people approve again what is wrong, and end the halt.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [countedByWatchdog('InvalidSeals')],
    },
    {
      name: 'contradicted-settlement',
      description:
        'A late answer of the service contradicts a settlement: a request that was settled as not executed may have left. Everything is halted.',
      next: 'Compare the request with the records of the service; correct what followed from the settlement; two people end the halt.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [countedByWatchdog('ContradictedSettlements')],
    },
  ];
}

/** What did not leave, or left, and waits for an explanation of a person. */
function attentionAlarms({ countedByWatchdog }: Asked): readonly AlarmKind[] {
  return [
    {
      name: 'rule-failing',
      description:
        'Three or more withdrawals or trades of a rule in a row did not leave: the service refuses them, or they end before they are sent.',
      next: 'Read which rule it is and what the service said (npm run sluice -- inbox). Mend the cause, or switch the rule off; it ends with the next that leaves.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [countedByWatchdog('RulesFailing')],
    },
    {
      name: 'break',
      description:
        'Money went out that nothing in the books explains, and no person has explained it yet.',
      next: 'If your team cannot explain it, halt first: npm run sluice -- halt. Then look for it in the records of the service, and record the explanation.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [countedByWatchdog('OpenOutflowBreaks')],
    },
    {
      name: 'unbooked',
      description:
        'A request was confirmed longer ago than the booking bound, and no balance shows that it left. Its amount is withheld; the rest of the currency goes on.',
      next: "Look it up in the service's own records; two people conclude it. What and how: npm run sluice -- lanes.",
      missing: COUNTED_BY_WATCHDOG,
      sources: [countedByWatchdog('OverdueUnbooked')],
    },
  ];
}

/** What is blocked, and limits that leave little. */
function roomAlarms({ countedByWatchdog, alarms }: Asked): readonly AlarmKind[] {
  return [
    {
      name: 'blocked-currency',
      description: `A currency has been blocked for more than ${alarms.blockedHours} hours. It is neither swept nor traded.`,
      next: 'What blocks it and what to do next: npm run sluice -- lanes.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [
        {
          ...countedByWatchdog('LongestBlock'),
          comparison: 'above',
          threshold: alarms.blockedHours * HOUR,
        },
      ],
    },
    {
      name: 'trade-held',
      description: `A trade has blocked both its currencies for more than ${BLOCKED_TRADE_MINUTES} minutes: it is open, filled in part, or its outcome is unknown. Neither currency is swept or traded.`,
      next: 'Look it up at the service, and cancel its open part there. Then two people state what was executed: settling.md.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [
        {
          ...countedByWatchdog('LongestBlockedTrade'),
          comparison: 'above',
          threshold: BLOCKED_TRADE_MINUTES * MINUTE,
        },
      ],
    },
    {
      name: 'budget-near-its-end',
      description: `A rolling limit of a rule or of trades is used by ${alarms.budgetPercent} % or more. At 100 % nothing more leaves under it until some of it has rolled off.`,
      next: 'Decide whether this much should leave. If so, propose a higher limit; if not, halt the currency: npm run sluice -- halt.',
      missing: COUNTED_BY_WATCHDOG,
      sources: [{ ...countedByWatchdog('BudgetUsed'), threshold: alarms.budgetPercent }],
    },
  ];
}

/** What the service answers. */
function serviceAlarms({ counted }: Asked): readonly AlarmKind[] {
  return [
    {
      name: 'service-errors',
      description:
        'In two of three ticks the service gave no usable answer to a read. Sweeps wait for balances.',
      next: "Look at the codes of the misses and at the service's status page.",
      missing: {
        as: 'notBreaching',
        why: 'no tick, no question, no error; that no tick came is the alarm no-snapshot',
      },
      sources: [{ ...counted('ServiceErrors'), statistic: 'Sum', ...SERVICE_ERROR_TICKS }],
    },
    {
      name: 'token-refused',
      description:
        'The service refuses the token, or there is no token. Nothing is read and nothing is sent.',
      next: 'Run npm run sluice -- token status; then rotate to a token that the service accepts, or go back to the previous one.',
      missing: {
        as: 'notBreaching',
        why: 'only an answer of the service says this; that no tick came is the alarm no-snapshot',
      },
      sources: [{ ...counted('TokenRefused'), statistic: 'Sum' }],
    },
    {
      name: 'currency-not-stated',
      description:
        'An answer leaves out a currency that was held, or states a balance that cannot be read. It is not taken for zero: nothing of it leaves, and its last value stands apart from the total.',
      next: 'Run npm run sluice -- snapshots; then look the balance up at the service. If it leaves balances of zero out, say so in the controls: zeroBalances.',
      missing: {
        as: 'notBreaching',
        why: 'only an answer of the service says this; that no tick came is the alarm no-snapshot',
      },
      sources: [{ ...counted('CurrenciesNotStated'), comparison: 'above', threshold: 0 }],
    },
  ];
}

/** What AWS could not deliver, or refused to run. */
function deliveryAlarms(): readonly AlarmKind[] {
  return [
    {
      name: 'failure-queue-not-empty',
      description: 'A message could not be delivered. It stays in this queue for at most 14 days.',
      next: 'Read the message, find its cause, and look up in the runbook whether this queue needs any action.',
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
      description:
        'EventBridge could neither hand over an event that a rule matched nor keep it in the failure queue. A notice was not sent, or an approved trade was not passed on.',
      next: 'Compare the policies of topic, function, queue and key with the last deployment. What it kept in a queue is the alarm failure-queue-not-empty.',
      missing: {
        as: 'notBreaching',
        why: 'EventBridge writes these numbers only where they are not zero',
      },
      sources: [
        { kind: 'rules', metric: 'InvocationsFailedToBeSentToDlq', ...ANY_WITHIN_FIVE_MINUTES },
      ],
    },
    {
      name: 'throttles',
      description:
        'AWS refused capacity to a function or a table of the account. Refused calls are repeated, later than they should run.',
      next: 'Find out which one, compare with its quota or its reserved concurrency, and raise the limit that is too low.',
      missing: {
        as: 'notBreaching',
        why: 'what is not used is not throttled, and AWS writes nothing about it',
      },
      sources: [
        { kind: 'all-functions', metric: 'Throttles', ...ANY_WITHIN_FIVE_MINUTES },
        { kind: 'all-tables', metric: 'ReadThrottleEvents', ...ANY_WITHIN_FIVE_MINUTES },
        { kind: 'all-tables', metric: 'WriteThrottleEvents', ...ANY_WITHIN_FIVE_MINUTES },
      ],
    },
  ];
}

/** What fails, stands still or takes too long. */
function paceAlarms({ silentForTwoIntervals }: Asked): readonly AlarmKind[] {
  return [
    {
      name: 'api-errors',
      description: `Within five minutes the API gave ${API_ERRORS} or more responses that were not the caller's fault (5xx).`,
      next: 'The access log says which routes; the log of the function behind them, by the requestId, says why.',
      missing: {
        as: 'notBreaching',
        why: 'without requests there are no errors; API Gateway counts requests only',
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
      description: `Changes of a table have waited more than ${STREAM_BEHIND / MINUTE} minutes for this function: it fails repeatedly, or it is too slow.`,
      next: 'Look at the log of the function; records that it cannot process go to its failure queue.',
      missing: {
        as: 'notBreaching',
        why: 'nothing was delivered since nothing happened in the table; AWS writes the age with each delivery',
      },
      sources: [
        {
          kind: 'stream',
          metric: 'IteratorAge',
          statistic: 'Maximum',
          comparison: 'above',
          threshold: STREAM_BEHIND * 1_000,
          ...ONE_OF_FIVE_MINUTES,
        },
      ],
    },
    {
      name: 'watchdog-silent',
      description:
        'The watchdog has not finished a round for two intervals. Stuck instructions stay stuck, and the counts behind other alarms are old.',
      next: 'Look at its log and at the queue dead-letters.',
      missing: {
        as: 'breaching',
        why: 'silence is what it is about',
      },
      sources: [silentForTwoIntervals('WatchdogRounds')],
    },
    {
      name: 'function-near-its-timeout',
      description: `A function took more than ${NEAR_TIMEOUT * 100} % of its timeout. At the timeout, AWS ends it in the middle of its work.`,
      next: 'The trace shows what it waited for. A sender that reaches its timeout leaves an unknown outcome.',
      missing: {
        as: 'notBreaching',
        why: 'only the report of an invocation that took so long is counted',
      },
      sources: [{ kind: 'report', ofTimeout: NEAR_TIMEOUT, ...ANY_WITHIN_FIVE_MINUTES }],
    },
  ];
}

/** What is wrong with a webhook, or with a rate. */
function receiverAlarms({ counted }: Asked): readonly AlarmKind[] {
  return [
    {
      name: 'webhook-failing',
      description:
        'A receiver did not take an event within three days. The event is not sent again by itself; if the receiver took no other, its webhook is paused.',
      next: 'Look at GET /v1/webhooks/{id}/deliveries: it says what the receiver answered. Then have the events sent again.',
      missing: {
        as: 'notBreaching',
        why: 'only a run that gave up a delivery counts',
      },
      sources: [{ ...counted('WebhookDeadLetters'), statistic: 'Sum' }],
    },
    {
      name: 'webhook-untrusted',
      description: 'A webhook, or its secret, is not what Sluice wrote. Nothing is sent to it.',
      next: 'Find out who wrote to the ledger table (CloudTrail). Propose the webhook again as a whole, with another secret.',
      missing: {
        as: 'notBreaching',
        why: 'only a run that refused to send counts',
      },
      sources: [{ ...counted('UntrustedWebhooks'), statistic: 'Sum' }],
    },
    {
      name: 'rate-untrusted',
      description:
        'A manual rate is not what Sluice wrote. Reports do not use it, and name it; months that it would value are not frozen.',
      next: 'Find out who wrote to the ledger table (CloudTrail). Compare the rate with its history; delete it, or propose it again.',
      missing: {
        as: 'notBreaching',
        why: 'rates are judged once an hour, and a count of zero is not heard: it holds for two hours',
      },
      sources: [
        {
          ...counted('UntrustedRates'),
          periodSeconds: HOUR,
          evaluationPeriods: 2,
        },
      ],
    },
  ];
}

/** The audit log. */
function auditAlarms({ counted, tenants }: Asked): readonly AlarmKind[] {
  return [
    {
      name: 'audit-chain-broken',
      description: 'The audit log was changed, or its verification has not succeeded for a day.',
      next: 'Halt: npm run sluice -- halt. Take a copy of the table at once, then find the first broken link with npm run verify:audit.',
      missing: {
        as: 'breaching',
        why: 'a chain that was not verified for a day may be broken',
      },
      sources: [
        { ...counted('AuditChainBroken'), periodSeconds: DAY },
        ...(tenants.length > 1 ? [verifiedTooRarely(tenants.length)] : []),
      ],
    },
  ];
}

/** One of several tenants whose chain is not verified for a day is not seen in what the others count. */
function verifiedTooRarely(tenants: number): CountSource {
  return {
    kind: 'count',
    metric: 'AuditChainBroken',
    statistic: 'SampleCount',
    comparison: 'below',
    threshold: tenants,
    periodSeconds: 6 * HOUR,
    evaluationPeriods: 4,
    datapointsToAlarm: 4,
  };
}
