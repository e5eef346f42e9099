/**
 * Names of the functions' environment variables. The stacks set them and the functions read them by
 * these constants, so that the two cannot drift apart.
 */
export const VARIABLES = {
  stage: 'STAGE',
  tenants: 'TENANTS',
  reportingCurrency: 'REPORTING_CURRENCY',
  snapshotsTable: 'SNAPSHOTS_TABLE',
  ledgerTable: 'LEDGER_TABLE',
  seriesTable: 'SERIES_TABLE',
  eventsTable: 'EVENTS_TABLE',
  snapshotEverySeconds: 'SNAPSHOT_EVERY_SECONDS',
  snapshotRetentionMonths: 'SNAPSHOT_RETENTION_MONTHS',
  decisionRetentionMonths: 'DECISION_RETENTION_MONTHS',
  reconciliationTolerances: 'RECONCILIATION_TOLERANCES',
  reportingTimeZone: 'REPORTING_TIME_ZONE',
  statementGraceHours: 'STATEMENT_GRACE_HOURS',
  tokenSecretArn: 'TOKEN_SECRET_ARN',
  callerClaim: 'CALLER_CLAIM',
  groupsClaim: 'GROUPS_CLAIM',
  clientClaim: 'CLIENT_CLAIM',
  personProofClaim: 'PERSON_PROOF_CLAIM',
  personProofValues: 'PERSON_PROOF_VALUES',
  recentSignIn: 'RECENT_SIGN_IN',
  cursorKeySecretArn: 'CURSOR_KEY_SECRET_ARN',
  sealKeys: 'SEAL_KEYS',
  readingKey: 'READING_KEY',
  serviceBaseUrl: 'SERVICE_BASE_URL',
  serviceQueryToken: 'SERVICE_QUERY_TOKEN',
  sideCasing: 'SIDE_CASING',
  answerSettings: 'ANSWER_SETTINGS',
  sendWithdrawalFunction: 'SEND_WITHDRAWAL_FUNCTION',
  sendTradeFunction: 'SEND_TRADE_FUNCTION',
  takeSnapshotFunction: 'TAKE_SNAPSHOT_FUNCTION',
  eventBus: 'EVENT_BUS',
  loopbackWebhooks: 'LOOPBACK_WEBHOOKS',
  webhookKey: 'WEBHOOK_KEY',
  deliveriesTable: 'DELIVERIES_TABLE',
  deliverWebhooksFunction: 'DELIVER_WEBHOOKS_FUNCTION',
  analyticsBucket: 'ANALYTICS_BUCKET',
  consoleAddress: 'CONSOLE_ADDRESS',
  consoleBucket: 'CONSOLE_BUCKET',
  exportsBucket: 'EXPORTS_BUCKET',
  writeExportFunction: 'WRITE_EXPORT_FUNCTION',
} as const;

/**
 * Claims that people may choose or change at many issuers: a person known by one of them could be two people to
 * Sluice, and agree with themselves.
 */
export const CHANGEABLE_CLAIMS: readonly string[] = [
  'email',
  'family_name',
  'given_name',
  'name',
  'nickname',
  'preferred_username',
  'upn',
];

/** Whether the API demands a recent sign-in of a person who approves above a limit: a stage says which. */
export const RECENT_SIGN_IN = ['demanded', 'not-demanded'] as const;
