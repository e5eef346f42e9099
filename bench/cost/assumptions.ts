/** Facts that no measurement on one machine can give. Each is a number to correct. */
export const ASSUMED = {
  /** Of each currency: how often a day something is swept. */
  sweepsPerCurrencyPerDay: 1,
  /** Of each tenant: what people and programs ask of the API in a day. */
  requestsPerTenantPerDay: 2_000,
  /** Milliseconds of one call of DynamoDB from a function in the same region. */
  databaseCallMs: 6,
  /** Milliseconds of one request at the service. */
  serviceCallMs: 200,
  /** How many times longer computing takes with the share of a processor that 512 MB have (0.29 of one). */
  processorFactor: 1_769 / 512,
  /** Milliseconds of a request of the API and its read units: a list of twenty, as a rule. */
  requestMs: 40,
  requestReadUnits: 4,
  /** Bytes that Lambda itself logs of an invocation: its report and the line before it, each with the 26 that CloudWatch adds. */
  logBytesPerInvocation: 600,
  /**
   * The same of our own lines, which `npm start` writes to functions.log: of a tick in which nothing is swept (830 of take-snapshot, 620 of
   * the watchdog, 660 of run-sweeps), and what a sweep adds. Reads log nothing.
   */
  logBytesPerTick: 2_110,
  logBytesPerSweep: 2_000,
  /** X-Ray keeps the first trace of a second, and this share of the others. */
  tracedShare: 0.05,
  /** Requests of the tables' key: each table's cached data key is asked for again every five minutes. */
  keyRequestsPerMonth: 3 * 12 * 730,
  /** Events told of one sweep: approved, sending, confirmed. */
  eventsPerSweep: 3,
  /** Seconds after which a system that reads the feed of events reads it again. */
  feedReadEverySeconds: 10,
  /** Share of a month's hours in which a metric is heard that is heard only while something is wrong. */
  rareMetricHours: 0.02,
  /** Routes of the API that are called within an hour. */
  routesCalledInAnHour: 5,
  /** Bytes of a line of the API's access log. */
  accessLogBytes: 400,
  /** Months of logs held at once, as staging is configured. */
  logRetentionMonths: 3,
  /** Months of snapshots and runs held at once, as dev and staging are configured. */
  retentionMonths: 13,
} as const;

export type Assumptions = { readonly [Name in keyof typeof ASSUMED]: number };
