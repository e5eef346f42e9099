import { Duration } from 'aws-cdk-lib';
import { SENDER_TIMEOUT_SECONDS } from '../treasury/sending/protocol-limits.ts';

/** The functions that send may run for exactly as long as the money protocol assumes they do. */
export const SENDER_TIMEOUT = Duration.seconds(SENDER_TIMEOUT_SECONDS);

/** A snapshot is two reads with their retries; more than a minute late it says little of its tick. */
export const SNAPSHOT_TIMEOUT = Duration.seconds(60);

/** A sweep run decides and writes once per rule; a batch of ten runs on a slow day fits. */
export const SWEEPS_TIMEOUT = Duration.seconds(60);

/** The watchdog visits every lane of a tenant once. Below the shortest interval between ticks. */
export const WATCHDOG_TIMEOUT = Duration.seconds(50);

/** A read is a few queries; API Gateway gives up after 30 s in any case. */
export const READ_TIMEOUT = Duration.seconds(15);

/** The second of two words has balances read and verified: take-snapshot is waited for 12 s of it. */
export const SETTLE_TIMEOUT = Duration.seconds(28);

/** A backtest stops reading after 16 s; what it has begun then is done in a few more, below the 29 s that
 * API Gateway waits. */
export const PREVIEW_TIMEOUT = Duration.seconds(28);

/** Memory of the function that walks the past, in MB: with it comes one whole processor, and a walk is
 * nothing but computing on some tens of megabytes. */
export const PREVIEW_MEMORY_MB = 1_769;

/** The longest that Lambda offers: a file of years, read at the pace that the tables give. */
export const EXPORT_TIMEOUT = Duration.minutes(15);

/** Memory of the function that writes exports, in MB: a whole processor, and room for the statements of two years. */
export const EXPORT_MEMORY_MB = 1_769;

/** An export that failed inside is tried once more: what was disturbed for a minute may work the next. */
export const EXPORT_RETRY_ATTEMPTS = 1;

/** Age beyond which an export is not begun any more: its requester has been told by then that it is lost. */
export const EXPORT_MAX_AGE = Duration.minutes(30);

/** Age of an upload that was never completed. */
export const ABANDONED_UPLOAD_AGE = Duration.days(1);

/** API Gateway's own maximum: a trade may outlast it, and its key then answers "in flight". */
export const INTEGRATION_TIMEOUT = Duration.seconds(29);

/** Memory of every function, in MB: with it comes a share of CPU that halves a cold start of 128. */
export const FUNCTION_MEMORY_MB = 512;

/** Snapshots handed to one sweep run. After an outage they come together; one is one page of work. */
export const SWEEPS_BATCH_SIZE = 10;

/** How often a failed batch of snapshots is delivered again, halved each time: enough for a short
 * disturbance of the table; beyond it the next snapshot decides anew on newer balances. */
export const SWEEPS_RETRY_ATTEMPTS = 5;

/** Age beyond which a snapshot is not delivered for sweeping: its balances are too old to act on. */
export const SWEEPS_MAX_RECORD_AGE = Duration.hours(1);

/** Keeping the books of a batch: as a rule one snapshot, once an hour some fifty small writes. */
export const BOOKS_TIMEOUT = Duration.seconds(60);
export const BOOKS_BATCH_SIZE = 10;

/** How often a failed batch of snapshots comes again for the books: for some ten minutes, then the record
 * that fails waits for a person and no longer holds up the rest. How old it may be: as long as the stream
 * holds it, since nothing in the books goes stale. */
export const BOOKS_RETRY_ATTEMPTS = 20;
export const BOOKS_MAX_RECORD_AGE = Duration.hours(24);

/** One approved withdrawal per invocation, so that each has the whole timeout to itself. */
export const SEND_BATCH_SIZE = 1;

/** Money moves are never retried by the platform: delivery again is the watchdog's decision. */
export const SEND_RETRY_ATTEMPTS = 0;

/** Age beyond which a delivery to the sender is dropped; the shortest that Lambda offers for both. */
export const SEND_MAX_AGE = Duration.seconds(60);

/** Five calls of EventBridge with one repetition each, at the limits of the function's client. */
export const PUBLISH_TIMEOUT = Duration.seconds(40);

/** Changes told by one invocation: five calls of EventBridge, which takes ten events in each. */
export const PUBLISH_BATCH_SIZE = 50;

/** Events are delivered again until they are too old, however often that is: the most that Lambda takes. */
export const PUBLISH_RETRY_ATTEMPTS = 10_000;

/** Age beyond which a change goes to the queue for a person: an outage of EventBridge is mostly over by
 * then, and of the 24 hours that the stream is kept, 20 are left to act in. */
export const PUBLISH_MAX_AGE = Duration.hours(4);

/** A run to a webhook begins attempts for 45 s; the last ones take 10 s, and each is written once more. */
export const DELIVER_TIMEOUT = Duration.seconds(70);

/** A run that failed is not tried again: the next round finds what is due. */
export const DELIVER_RETRY_ATTEMPTS = 0;
export const DELIVER_MAX_AGE = Duration.minutes(5);

/** Queueing an event is a query and a write for each webhook, and a call of Lambda for each. */
export const QUEUE_TIMEOUT = Duration.seconds(30);

/** Events that could not be queued come again for some minutes, then they wait for a person. */
export const QUEUE_RETRY_ATTEMPTS = 2;
export const QUEUE_MAX_AGE = Duration.hours(4);

/** How often the bus hands over an event that Lambda did not take, within its age. */
export const QUEUE_EVENT_ATTEMPTS = 50;

/** Minutes between two looks at what is due: the shortest pause of the schedule is shorter, all others are longer. */
export const DELIVERIES_EVERY_MINUTES = 1;

/**
 * Tenants whose deliveries one invocation looks for, one after the other: two reads of each, and two for each webhook. With
 * twenty webhooks each, which are read at once, they take three seconds, a tenth of the function's time.
 */
export const TENANTS_OF_A_LOOK = 25;

/** Lambda's retries of a snapshot that failed. The same tick twice is written once. */
export const SNAPSHOT_RETRY_ATTEMPTS = 2;

/** Lambda's retries of a watchdog's round that failed: none, the next tick is the retry. */
export const WATCHDOG_RETRY_ATTEMPTS = 0;

/** Age beyond which a tick is not delivered: a snapshot of now is not one of then. */
export const TICK_MAX_AGE = Duration.seconds(60);

/** Scheduler's attempts to hand a tick to Lambda, within its age. */
export const TICK_RETRY_ATTEMPTS = 2;

/**
 * How long a queue uses a data key before it requests another: its messages are rare, so more would not save a call
 * of KMS.
 */
export const QUEUE_KEY_REUSE = Duration.minutes(5);

/** How long a dead letter waits for a person: the longest that SQS offers. */
export const DEAD_LETTER_RETENTION = Duration.days(14);

/**
 * Requests of a route on which people halt, decide and trade, or read what they decide about, a second and at once: far above
 * what people do, and above what a flood of callers without a good token reaches, since those count as well. What one caller
 * may do is bounded in the functions (`api/callers/caller-limits.ts`), which know who it is.
 */
export const DECISIONS_PER_SECOND = 500;
export const DECISIONS_BURST = 1_000;

/** The time in which the firewall counts the requests of an address, and after which it lets the address in again. */
export const FIREWALL_WINDOW = Duration.minutes(5);

/** How long CloudFront waits for the API: longer than the API waits for a function. */
export const ORIGIN_TIMEOUT = Duration.seconds(30);

/** How long a browser remembers what the API allows the console: a change of it is a deployment. */
export const CORS_MAX_AGE = Duration.hours(1);

/**
 * How long a nightly copy of the tables is kept: each is whole, and point-in-time recovery has every second of 35 days. It
 * is for a table that is gone with its recovery: the next tick fails and tells people, so it is found after the three days of a long
 * weekend at the latest, and one day is left to restore it. Copies are the largest part of what a tenant stores.
 */
export const DAILY_BACKUP_KEPT = Duration.days(5);

/**
 * How long a monthly one is kept: what is found to have gone wrong within the last quarter goes back to the month before it. It is
 * `MONTHLY_BACKUP_WARM` and the 90 days for which AWS Backup keeps at least what is cold.
 */
export const MONTHLY_BACKUP_KEPT = Duration.days(97);

/** How long that of a quarter's first month is kept: a year and a month, so that the audit of a year finds each quarter of it. */
export const QUARTERLY_BACKUP_KEPT = Duration.days(396);

/**
 * How long both wait before they go to cold storage, at less than a third of the price: while they are warm, what went wrong at
 * the end of a month is put back without a fee for it.
 */
export const MONTHLY_BACKUP_WARM = Duration.days(7);

/** How long a copy may wait for its turn, and take: it is done before the office opens. */
export const BACKUP_START_WINDOW = Duration.hours(1);
export const BACKUP_COMPLETION_WINDOW = Duration.hours(3);

/** A day of fifty currencies takes a second or two, one of a thousand half a minute; of what does not fit, the
 * next run does the rest. */
export const ANALYTICS_TIMEOUT = Duration.minutes(5);

/** Memory of the function that writes the analyst's files, in MB: a row group of 20,000 rows, a part of an
 * upload and a page of items take some 150 of it; with it comes most of a processor. */
export const ANALYTICS_MEMORY_MB = 1_024;

/** The next hour's run is the retry. */
export const ANALYTICS_RETRY_ATTEMPTS = 0;

/**
 * Bytes that one query may read: half a cent's worth at Athena's price. It is two years of fifty currencies, every
 * five minutes, in all columns (docs/analytics.md); a named query reads half of the columns or fewer.
 */
export const QUERY_SCAN_LIMIT_BYTES = 1_024 ** 3;

/** How long the results of queries are kept. */
export const QUERY_RESULTS_KEPT = Duration.days(7);

/** How long an overwritten file can be restored: a bad export is noticed within the week. */
export const REPLACED_FILES_KEPT = Duration.days(7);

/** How long it is known who read which file of ours: as long as the monthly copies of the tables. */
export const OBJECT_LOG_KEPT = Duration.days(396);
/** The record of who wrote to the tables: an audit of a year is held in the year after it. */
export const TRAIL_KEPT = Duration.days(730);

/** How often the audit chain is followed, in minutes: four times a day, of which one may fail. */
export const AUDIT_EVERY_MINUTES = 360;

/** Following the chain: some three seconds for ten thousand entries, so about a million of them. */
export const AUDIT_TIMEOUT = Duration.minutes(5);

/** A verification that failed is tried again by the next one. */
export const AUDIT_RETRY_ATTEMPTS = 0;

/** How long and how often EventBridge tries to hand a notice to the topic: after an hour it is old news, and the
 * alarm has told the same. */
export const NOTICE_MAX_AGE = Duration.hours(1);
export const NOTICE_RETRY_ATTEMPTS = 10;

/** Writing the console's files: some dozens of them, in a second or two. */
export const CONSOLE_TIMEOUT = Duration.minutes(2);

/** How long CloudFormation waits for them, retries included: by itself it would wait for an hour. */
export const CONSOLE_PATIENCE = Duration.minutes(10);

/** A deployment that is older is over. */
export const CONSOLE_MAX_AGE = Duration.minutes(10);
export const CONSOLE_RETRY_ATTEMPTS = 2;

/** The longest that a content network keeps a file whose name holds a digest: as long as a browser. */
export const CONSOLE_CACHED = Duration.days(365);

/** How long it is known who asked for which file of the console. */
export const CONSOLE_LOG_KEPT = Duration.days(90);
