import type { ParquetColumn } from '../../adapters/analytics/parquet-file.ts';

/**
 * The tables an analyst asks in SQL. The function writes Parquet files of these columns, the stack declares
 * the same to Glue, and docs/analytics.md explains them; all three go by this list.
 */

/**
 * The type of a column. Amounts come twice: as `text`, exactly as they are everywhere in Sluice, and as `decimal` to
 * compute with. An `instant` is in UTC; neither format has to be told a zone.
 */
export type AnalyticsColumnType = ParquetColumn['type'];

export interface AnalyticsColumn {
  readonly name: string;
  readonly type: AnalyticsColumnType;
  readonly description: string;
}

/**
 * Decimal columns are DECIMAL(38,18): the most digits that Parquet, Athena and DuckDB all have, and as many
 * of them behind the point as the finest unit in use. Sluice's own amounts have up to 30 and 30.
 */
export const DECIMAL_DIGITS = 38;
export const DECIMAL_SCALE = 18;

/** Columns that are folders, not contents: they bound what a question reads. */
export const PARTITION_COLUMNS = ['tenant', 'day'] as const;

const text = (name: string, description: string): AnalyticsColumn => ({
  name,
  type: 'text',
  description,
});
const instant = (name: string, description: string): AnalyticsColumn => ({
  name,
  type: 'instant',
  description,
});
const boolean = (name: string, description: string): AnalyticsColumn => ({
  name,
  type: 'boolean',
  description,
});
const whole = (name: string, description: string): AnalyticsColumn => ({
  name,
  type: 'whole',
  description,
});

/** An amount: its exact text, and the decimal to compute with. */
const amount = (name: string, description: string): readonly AnalyticsColumn[] => [
  text(name, description),
  { name: decimalOfAmount(name), type: 'decimal', description: `${name}, to compute with` },
];

/** Name of the decimal that stands beside an amount. */
export function decimalOfAmount(name: string): string {
  return `${name}_decimal`;
}

/** As the API's files name it, so that both are joined by it. */
const MANUAL_RATE =
  'The manual rate in price and value: manual rate ID version N; null without one. Of the file: as it was agreed to when that was written';

const ROUNDED = boolean(
  'rounded',
  'A decimal of this row differs from its exact text: rounded, or too large and null',
);

export const ANALYTICS_TABLES = {
  /** One row per currency and tick; one row with no currency for a missed tick. */
  snapshots: [
    instant('tick', 'The moment the snapshot was scheduled for; with the currency the identity'),
    text('kind', 'taken, or missed if the balances could not be read'),
    instant('taken_at', 'When the balances had arrived, or the tick was given up'),
    text('currency', 'Null in the one row of a missed tick'),
    ...amount('total', 'Balance'),
    ...amount('available', 'The part that can be withdrawn; null if the service does not state it'),
    ...amount(
      'price',
      'Reporting currency per unit; null without a path of prices and a manual rate',
    ),
    text('price_path', 'same, direct, inverse or crossed; manual with a manual rate in it'),
    text('price_instruments', 'Instruments of the path, in order, separated by spaces'),
    ...amount('value', 'Balance in the reporting currency, at the price of this tick'),
    text('manual_rate', MANUAL_RATE),
    text('reporting_currency', 'Null in the row of a missed tick'),
    ...amount(
      'total_value',
      'Value of all currencies of the snapshot, on each of its rows; null if a balance has neither a price nor a manual rate, or nothing has a price',
    ),
    text('missed_because', 'Code and reason of a missed tick'),
    ROUNDED,
  ],
  /** One row per movement, and one for a difference, explained by people or not. */
  flows: [
    instant('tick', 'Tick of the snapshot that shows it'),
    instant('read_at', 'When the balances of that snapshot were read'),
    instant('since_tick', 'Tick of the snapshot before'),
    instant('since_read_at', 'When the balances of that one were read'),
    text('currency', 'What moved'),
    text(
      'kind',
      'withdrawal, trade; inflow or outflow once a person or a matching rule has explained it; else unexplained',
    ),
    text('instruction_id', 'The instruction that moved it; null if unexplained'),
    instant('moved_at', 'When it was recorded as executed; if unexplained, read_at'),
    ...amount('amount', 'Signed: incoming amounts are positive'),
    ...amount(
      'price',
      'Reporting currency per unit at the tick; null without a path of prices and a manual rate',
    ),
    ...amount('value', 'amount times price, exactly'),
    text('manual_rate', MANUAL_RATE),
    text('reporting_currency', 'Currency of price and value'),
    ...amount('opening', 'Balance at since_tick'),
    ...amount('closing', 'Balance at tick: opening and all amounts of the same tick and currency'),
    text(
      'asked_by',
      'The person or rule that asked; for an explained break, the person or matching rule that explained it',
    ),
    text(
      'approved_by',
      'Approvers, separated by semicolons; empty if none was required; for an explained break, who closed it',
    ),
    boolean('in_flight', 'The balances show it, but the outcome of the request is still unknown'),
    text('description', 'Description'),
    text('reference', "The caller's own word for the request; null without one"),
    text('break_id', 'Id of the break, if the row is one; else null'),
    text('break_state', 'open, matched, explained or closed, when the file was written'),
    text('withdrawal_account_id', 'Of a withdrawal: the registered account; null of anything else'),
    text('class', 'Of a break that a matching rule explained: the name of its class'),
    text('matching_rule_id', 'Of a break that a matching rule explained: the rule'),
    ROUNDED,
  ],
  /** One row per break. */
  breaks: [
    instant('tick', 'Tick of the snapshot that shows it'),
    text('break_id', 'Id of the break'),
    text('currency', 'What moved'),
    text('direction', 'inflow, outflow, or unbooked: a confirmed amount that no balance shows'),
    text('severity', 'alarm or notice'),
    ...amount('amount', 'Signed: incoming amounts are positive'),
    text('state', 'open, matched, explained or closed, when the file was written'),
    text('kind', 'What a person or a matching rule explained it as; null until then'),
    text('class', 'Name of the class, if a matching rule explained it'),
    text('matching_rule_id', 'The matching rule that explained it'),
    text('explained_by', 'The person or the matching rule'),
    instant('explained_at', 'When it was explained'),
    text('explanation', 'The comment of the person; of a matching rule, its class and version'),
    text('closed_by', 'The person who closed it; settlement or restatement if later records did'),
    instant('closed_at', 'When it was closed'),
    instant('opened_at', 'When it was found'),
    text('message', 'How it was computed, in words with the numbers'),
    ROUNDED,
  ],
  /** One row per withdrawal or trade, on the day it was created. */
  instructions: [
    instant('created_at', 'When it was decided or requested'),
    text('instruction_id', 'The instruction'),
    text('kind', 'withdrawal or trade'),
    text('origin', 'sweep if a rule decided it, request if a person or a program asked'),
    text('rule_id', 'The rule that decided it'),
    text('requested_by', 'The person or program that asked'),
    text('currency', 'Of a withdrawal'),
    text('instrument', 'Of a trade'),
    text('side', 'Of a trade: buy or sell'),
    ...amount('amount', 'Amount; of a trade in the base currency'),
    ...amount('price', 'Limit price of a trade'),
    ...amount('value', 'Value when it was proposed; null without a price'),
    text('value_currency', 'Currency of value'),
    text('withdrawal_account_id', 'The registered account of a withdrawal'),
    whole('part', 'Of a divided sweep: the place of this part in the split of the rule, from 1'),
    whole('parts', 'Of a divided sweep: parts of the split'),
    ...amount('run_amount', 'Of a divided sweep: the amount of all parts together'),
    text('account_label', 'Its label then'),
    text('state', 'State when the file was written'),
    instant('state_at', 'Since when'),
    text('approved_by', 'People, or the rule or limit that required none, separated by semicolons'),
    whole('approvals', 'How many of them'),
    instant('approved_at', 'When it was approved'),
    instant('sent_at', 'When it was sent to the service'),
    instant('confirmed_at', 'When the service, people or evidence confirmed it'),
    whole('seconds_to_approval', 'From created_at to approved_at'),
    whole('seconds_to_confirmation', 'From created_at to confirmed_at'),
    text('service_ids', 'Ids at the service, separated by semicolons'),
    text('reference', "The caller's own word for the request"),
    ROUNDED,
  ],
  /** One row per change of the policy that a second person decides, on the day it was proposed. */
  changes: [
    instant('proposed_at', 'When it was proposed'),
    text('change_id', 'The proposal'),
    text('kind', 'rule, account, calendar, webhook, matching-rule, manual-rate or controls'),
    text('subject', 'The piece of policy, as the audit log names it'),
    whole('base_version', 'The version that it was proposed on; 0 for something new'),
    text('proposed_by', 'The person or program that proposed it'),
    text('comment', 'The words of who proposed it'),
    boolean('ends_halt', 'Its approval ends a halt'),
    text(
      'state',
      'proposed, approved, declined, withdrawn or superseded, when the file was written; from expires_at on, a proposed one has expired',
    ),
    instant('expires_at', 'Until when it could be decided'),
    text('decided_by', 'Who decided it; of a superseded one, Sluice'),
    instant('decided_at', 'When it was decided'),
    text('decision_comment', 'The words of who decided it'),
    whole('seconds_to_decision', 'From proposed_at to decided_at'),
    ROUNDED,
  ],
  /** One row per rule and tick. */
  decisions: [
    instant('tick', 'Tick of the snapshot behind the decision'),
    text('rule_id', 'The rule; with the tick the identity'),
    whole('rule_version', 'Its version then'),
    text('currency', 'What the rule sweeps'),
    text(
      'withdrawal_account_id',
      'Where to; of a rule with a split, the account of its first part',
    ),
    text(
      'part_account_ids',
      'Of a divided amount: the account of each part, separated by spaces; null for one account',
    ),
    text('part_amounts', 'Of a divided amount: what each of these accounts gets, in their order'),
    text(
      'part_instruction_ids',
      'Of a divided amount: the instruction of each part, in their order; null if nothing is withdrawn',
    ),
    instant('decided_at', 'When it was decided'),
    instant('occurrence', "The occurrence of the rule's schedule that it decides"),
    boolean('consumes_occurrence', 'The decision uses up the occurrence'),
    text('outcome', 'sweep or no-sweep'),
    text('reason', 'Why the rule did not sweep; null for a sweep'),
    ...amount('amount', 'Amount to withdraw; null for no-sweep'),
    ...amount('would_sweep', 'In dry-run: the amount that would have been withdrawn'),
    boolean('needs_approval', 'The sweep waits for an approval; null for no-sweep'),
    text('instruction_id', 'The resulting instruction'),
    text('failed_limits', 'Names of the limits that were not met, separated by spaces'),
    text('explanation', 'The sentence with the numbers'),
    ROUNDED,
  ],
} as const satisfies Readonly<Record<string, readonly AnalyticsColumn[]>>;

export type AnalyticsTable = keyof typeof ANALYTICS_TABLES;

/** Tables whose rows change after their day: a late settlement, an explanation, an approval. */
export const LATE_TABLES = [
  'flows',
  'breaks',
  'instructions',
  'changes',
] as const satisfies readonly AnalyticsTable[];

export const ANALYTICS_TABLE_NAMES = Object.keys(ANALYTICS_TABLES) as readonly AnalyticsTable[];

/** The place of the tables in the bucket, or the folder. */
export const ANALYTICS_DATA_PREFIX = 'tables';

/** The one file of a day: written again under the same name, so that no day is there twice. */
export function analyticsKey(table: AnalyticsTable, tenant: string, day: string): string {
  return `${ANALYTICS_DATA_PREFIX}/${table}/tenant=${tenant}/day=${day}/${table}.parquet`;
}

/** The place of the function's progress with a tenant's files. */
export function analyticsStateKey(tenant: string): string {
  return `state/tenant=${tenant}.json`;
}

/** Minutes between two runs: an analyst's question is about yesterday more often than about this hour. */
export const ANALYTICS_EVERY_MINUTES = 60;
