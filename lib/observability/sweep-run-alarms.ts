import type { MetricName } from '../../runtime/observability/metrics.ts';
import type { AlarmKind, CountSource, MissingData } from './alarm-kind.ts';

const NO_RUN: MissingData = {
  as: 'notBreaching',
  why: 'no snapshot, no sweep run, and nothing is put on record; that no snapshot came is the alarm no-snapshot',
};

/** The alarms about what sweep runs put on record. */
export function sweepRunAlarms(counted: (metric: MetricName) => CountSource): readonly AlarmKind[] {
  return [
    {
      name: 'missed-occurrence',
      description:
        'A rule missed an occurrence of its schedule: it is too old to start. The rule never carries it out by itself.',
      next: 'GET /v1/decisions?reason=missed names it. If the money should still leave, request a withdrawal by hand and name the occurrence.',
      missing: NO_RUN,
      sources: [{ ...counted('OccurrencesMissed'), statistic: 'Sum' }],
    },
    {
      name: 'balance-below-low',
      description:
        'A balance is below the low of its target balance. Sluice buys nothing by itself.',
      next: 'GET /v1/overview names the currency, its balance and what would fill it to its target. Fund the account, or place a trade.',
      missing: NO_RUN,
      sources: [{ ...counted('BalancesBelowLow'), statistic: 'Maximum' }],
    },
    {
      name: 'rules-left-out',
      description:
        'A run was delivered again, and its record has no decision about a rule whose currency it decided. Nothing was sent because of it.',
      next: "Compare the rule's history with the time of the run. If no person changed the policy in between, find out who can write to the table.",
      missing: NO_RUN,
      sources: [{ ...counted('RulesLeftOut'), statistic: 'Sum' }],
    },
    {
      name: 'spans-failing',
      description:
        'A sweep run could not be folded into the spans of decisions. Sweeps go on; a run within the next hour makes it good.',
      next: 'If it lasts, read the log of run-sweeps: GET /v1/decisions/spans is behind until runs are folded in again.',
      missing: NO_RUN,
      sources: [{ ...counted('SpansFailed'), statistic: 'Sum' }],
    },
  ];
}
