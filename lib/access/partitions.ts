import {
  deliveryKeys,
  feedKeys,
  ledgerKeys,
  seriesKeys,
  snapshotKeys,
} from '../../adapters/store/keys.ts';

/** The tables, by the names of their constructs. */
export const TABLES = ['Snapshots', 'Series', 'EventFeed', 'Ledger', 'Deliveries'] as const;
export type TableId = (typeof TABLES)[number];

/** In the place of a tenant or an id: in IAM's patterns, any text. */
export const ANY = '*';

/**
 * The kinds of partitions of each table, as IAM's patterns: every key there is belongs to exactly one of them (a test asks
 * the keys). Ids and names within a partition key hold no `#`, so that none of them passes for another kind.
 */
export const PARTITIONS = {
  Snapshots: {
    snapshots: snapshotKeys.partition(ANY),
    'token-use': snapshotKeys.tokenUse(ANY).pk,
    'decision-runs': snapshotKeys.decisionRunPartition(ANY),
  },
  Series: {
    points: seriesKeys.pointsPartition(ANY, ANY),
    chunks: seriesKeys.chunkPartition(ANY, ANY),
    days: seriesKeys.dayPartition(ANY, ANY),
    'written-hours': seriesKeys.writtenPartition(ANY),
    'open-hour': seriesKeys.openHour(ANY).pk,
  },
  EventFeed: { events: feedKeys.partition(ANY) },
  Deliveries: {
    deliveries: deliveryKeys.partition(ANY, ANY),
    endpoints: deliveryKeys.endpoint(ANY, ANY).pk,
  },
  Ledger: {
    policy: ledgerKeys.policyPartition(ANY),
    'policy-history': ledgerKeys.policyHistoryPartition(ANY, ''),
    webhooks: ledgerKeys.webhookPartition(ANY),
    'webhook-history': ledgerKeys.policyHistoryPartition(ANY, 'WEBHOOK#'),
    'webhook-secrets': ledgerKeys.webhookSecretPartition(ANY, ANY),
    'manual-rates': ledgerKeys.manualRatePartition(ANY),
    'manual-rate-history': ledgerKeys.policyHistoryPartition(ANY, 'MANUAL-RATE#'),
    'matching-rules': ledgerKeys.matchingRulePartition(ANY),
    'matching-rule-history': ledgerKeys.policyHistoryPartition(ANY, 'MATCHING-RULE#'),
    'matching-usage': ledgerKeys.matchingUsage(ANY, ANY).pk,
    halt: ledgerKeys.halt(ANY).pk,
    denials: ledgerKeys.denialsPartition(ANY),
    changes: ledgerKeys.changePartition(ANY),
    callers: ledgerKeys.callerPartition(ANY),
    'open-requests': ledgerKeys.openRequestsPartition(ANY),
    people: ledgerKeys.peoplePartition(ANY),
    lanes: ledgerKeys.lanePartition(ANY),
    rearming: ledgerKeys.rearming(ANY).pk,
    counts: ledgerKeys.countsPartition(ANY),
    'instruction-marks': ledgerKeys.instructionMark(ANY, ANY).pk,
    instructions: ledgerKeys.instruction(ANY, ANY).pk,
    reminders: ledgerKeys.reminder(ANY, '', '', '').pk,
    'low-balances': ledgerKeys.lowBalancePartition(ANY),
    'failing-rules': ledgerKeys.failingRulePartition(ANY),
    'failing-webhooks': ledgerKeys.failingWebhookPartition(ANY),
    forecasts: ledgerKeys.keptForecastPartition(ANY),
    exports: ledgerKeys.exportPartition(ANY),
    'missed-occurrences': ledgerKeys.rulePartition(ANY, ANY),
    'open-spans': ledgerKeys.openSpans(ANY).pk,
    spans: ledgerKeys.spansPartition(ANY, ANY),
    'withdrawal-ids': ledgerKeys.withdrawal(ANY, ANY).pk,
    'trade-ids': ledgerKeys.trade(ANY, ANY).pk,
    claims: ledgerKeys.claimPartition(ANY),
    flows: ledgerKeys.flowPartition(ANY),
    breaks: ledgerKeys.breakPartition(ANY),
    unbooked: ledgerKeys.unbooked(ANY, '').pk,
    'pending-claims': ledgerKeys.pendingClaims(ANY).pk,
    statements: ledgerKeys.statementPartition(ANY),
    'closed-days': ledgerKeys.closedDayPartition(ANY),
    'statement-parts': ledgerKeys.statementParts(ANY, ANY),
    audit: ledgerKeys.auditPartition(ANY),
    'audit-head': ledgerKeys.auditHead(ANY).pk,
  },
} as const satisfies Record<TableId, Readonly<Record<string, string>>>;

export type Partition<T extends TableId> = keyof (typeof PARTITIONS)[T] & string;

/** The pattern of a kind of partition: "*#LANE". */
export function patternOf(table: TableId, partition: string): string {
  const pattern = (PARTITIONS[table] as Readonly<Record<string, string>>)[partition];
  if (pattern === undefined) throw new Error(`${table} has no partitions ${partition}`);
  return pattern;
}

/** The kinds of partitions of a table. */
export function partitionsOf(table: TableId): readonly string[] {
  return Object.keys(PARTITIONS[table]);
}
