import type { SharedName } from '../../treasury/counters/counter.ts';
import { batchNumberText } from '../../treasury/events/event-batch.ts';
import type { InstructionState } from '../../treasury/instructions/instruction.ts';
import { type BreakState, type Direction, isUnfinished } from '../../treasury/ledger/break.ts';
import type { HaltMark } from '../../treasury/policy/halt-marks.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/** Names of the ledger's indexes; the stacks create them under these names. */
export const BY_STATE_INDEX = 'by-state';
export const BY_TIME_INDEX = 'by-time';

/** Attribute of what expires, such as a snapshot, with the second after which the table may remove it. */
export const SNAPSHOT_EXPIRY = 'expiresAt';

/** Attribute of a delivery with the second after which the table may remove it. */
export const DELIVERY_EXPIRY = 'expiresAt';

/** Digits of an audit sequence number in its key: a change a second would last 30,000 years. */
const SEQUENCE_DIGITS = 12;
/** Digits of a version in a history key: beyond any number of changes of one rule. */
const VERSION_DIGITS = 9;

/** Digits of a part of a run: each has a rule at least, and there are 200 rules at most. */
const PART_DIGITS = 3;

/** No shared counter has such a name. */
const LANE_COUNTS = 'lane#';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The tenant that a partition key begins with. */
export function tenantOf(pk: string): string {
  return pk.slice(0, pk.indexOf('#'));
}

/*
 * Every partition key begins with the tenant, so that a second tenant is more of the same and a role can be confined
 * to one. The rest follows the queries.
 */
export const snapshotKeys = {
  partition: (tenant: string): string => `${tenant}#SNAPSHOT`,
  snapshot: (tenant: string, scheduledFor: Instant): Key => ({
    pk: `${tenant}#SNAPSHOT`,
    sk: scheduledFor,
  }),
  /** The token that snapshots are taken with. */
  tokenUse: (tenant: string): Key => ({ pk: `${tenant}#TOKEN`, sk: 'TOKEN' }),
  /**
   * The runs on snapshots lie beside them, since both expire. Nothing of the ledger may: a time to live would let whoever
   * writes to the table remove what its policy lets no role delete.
   */
  decisionRunPartition: (tenant: string): string => `${tenant}#DECISION-RUNS`,
  decisionRun: (tenant: string, snapshot: Instant, part: number): Key => ({
    pk: `${tenant}#DECISION-RUNS`,
    sk: `${snapshot}#${String(part).padStart(PART_DIGITS, '0')}`,
  }),
  /** What runs rest on, in their partition: whoever writes the ones writes the other. It sorts before every tick. */
  pinned: (tenant: string, digest: string): Key => ({
    pk: `${tenant}#DECISION-RUNS`,
    sk: `#${digest}`,
  }),
} as const;

/** For the hours and days of a series; `name` is a currency, or the total. */
export const seriesKeys = {
  /** The points of each closed day. */
  pointsPartition: (tenant: string, name: string): string => `${tenant}#POINTS#${name}`,
  /** The hours of several series. */
  chunkPartition: (tenant: string, chunk: string): string => `${tenant}#CHUNK#${chunk}`,
  dayPartition: (tenant: string, name: string): string => `${tenant}#DAY#${name}`,
  /** From how many snapshots each hour was made. */
  writtenPartition: (tenant: string): string => `${tenant}#HOURS`,
  openHour: (tenant: string): Key => ({ pk: `${tenant}#OPEN-HOUR`, sk: 'OPEN-HOUR' }),
} as const;

/** The feed of events, in a table of its own. Digits sort before letters: the start stands behind all batches. */
export const feedKeys = {
  partition: (tenant: string): string => `${tenant}#EVENTS`,
  batch: (tenant: string, number: number): Key => ({
    pk: `${tenant}#EVENTS`,
    sk: batchNumberText(number),
  }),
  start: (tenant: string): Key => ({ pk: `${tenant}#EVENTS`, sk: 'START' }),
} as const;

/** Deliveries to webhooks, in a table of their own: they expire, and are put once for every attempt. */
export const deliveryKeys = {
  partition: (tenant: string, webhookId: string): string => `${tenant}#DELIVERIES#${webhookId}`,
  delivery: (tenant: string, webhookId: string, id: string): Key => ({
    pk: `${tenant}#DELIVERIES#${webhookId}`,
    sk: id,
  }),
  /** For the index by state: those that are pending, by when they are due. */
  due: (tenant: string, webhookId: string): string => `${tenant}#DUE#${webhookId}`,
  endpoint: (tenant: string, webhookId: string): Key => ({
    pk: `${tenant}#ENDPOINTS`,
    sk: webhookId,
  }),
} as const;

/** Digits of a generation in a sort key: as many as a safe integer has. */
const GENERATION_DIGITS = 16;

function haltMarks(currency: string | undefined): string {
  return currency === undefined ? 'MARK#EVERYTHING#' : `MARK#CURRENCY#${currency}#`;
}

/** By the beginning of a sort key: pieces that no send is decided by have a history of their own. */
const OWN_HISTORIES = ['WEBHOOK', 'MANUAL-RATE', 'MATCHING-RULE'] as const;

function historyPartition(tenant: string, sk: string): string {
  const own = OWN_HISTORIES.find((kind) => sk.startsWith(`${kind}#`));
  return `${tenant}#${own ?? 'POLICY'}-HISTORY`;
}

/** A text of another party within a partition key: roles are told apart by what stands between its separators. */
function withoutSeparator(id: string): string {
  return id.replaceAll('%', '%25').replaceAll('#', '%23');
}

export const ledgerKeys = {
  policyPartition: (tenant: string): string => `${tenant}#POLICY`,
  controls: (tenant: string): Key => ({ pk: `${tenant}#POLICY`, sk: 'CONTROLS' }),
  rule: (tenant: string, id: string): Key => ({ pk: `${tenant}#POLICY`, sk: `RULE#${id}` }),
  account: (tenant: string, id: string): Key => ({ pk: `${tenant}#POLICY`, sk: `ACCOUNT#${id}` }),
  /** Read with the rules that name it. */
  calendar: (tenant: string, id: string): Key => ({ pk: `${tenant}#POLICY`, sk: `CALENDAR#${id}` }),
  /** Beside the policy that sends are decided by: what they read has no part in it. */
  webhookPartition: (tenant: string): string => `${tenant}#WEBHOOKS`,
  webhook: (tenant: string, id: string): Key => ({ pk: `${tenant}#WEBHOOKS`, sk: `WEBHOOK#${id}` }),
  webhookSecretPartition: (tenant: string, id: string): string => `${tenant}#WEBHOOK-SECRETS#${id}`,
  webhookSecret: (tenant: string, id: string, generation: number): Key => ({
    pk: `${tenant}#WEBHOOK-SECRETS#${id}`,
    sk: String(generation).padStart(VERSION_DIGITS, '0'),
  }),
  /** Beside the policy that sends: what cannot be read of these stops no sender. */
  /** Apart from the policy: nothing that sends reads this partition. */
  manualRatePartition: (tenant: string): string => `${tenant}#MANUAL-RATES`,
  manualRate: (tenant: string, id: string): Key => ({
    pk: `${tenant}#MANUAL-RATES`,
    sk: `MANUAL-RATE#${id}`,
  }),
  matchingRulePartition: (tenant: string): string => `${tenant}#MATCHING-RULES`,
  matchingRule: (tenant: string, id: string): Key => ({
    pk: `${tenant}#MATCHING-RULES`,
    sk: `MATCHING-RULE#${id}`,
  }),
  matchingUsage: (tenant: string, ruleId: string): Key => ({
    pk: `${tenant}#MATCHING-USAGE`,
    sk: ruleId,
  }),
  /** The kill switch, in a partition of its own: no other write slows it down. */
  halt: (tenant: string): Key => ({ pk: `${tenant}#HALT`, sk: 'HALT' }),
  /** A halt leaves a mark for ever: no function deletes it, so no later write can deny the halt. */
  haltMark: (tenant: string, { currency, generation }: HaltMark): Key => ({
    pk: `${tenant}#HALT`,
    sk: `${haltMarks(currency)}${String(generation).padStart(GENERATION_DIGITS, '0')}`,
  }),
  /** The beginning of the sort keys of marks: of a currency, of everything, or of every currency. */
  haltMarks: (currency: string | undefined): string => haltMarks(currency),
  currencyMarks: 'MARK#CURRENCY#',
  /** Denials, beside the audit: an item for a person, a route and an hour. */
  denialsPartition: (tenant: string): string => `${tenant}#DENIALS`,
  denials: (tenant: string, hour: Instant, by: string, route: string): Key => ({
    pk: `${tenant}#DENIALS`,
    sk: `${hour}#${by}#${route}`,
  }),
  /** The history of what sends are decided by stands by itself: who writes the others' writes nothing of it. */
  policyVersion: (tenant: string, sk: string, version: number): Key => ({
    pk: historyPartition(tenant, sk),
    sk: `${sk}#${String(version).padStart(VERSION_DIGITS, '0')}`,
  }),
  policyHistoryPartition: (tenant: string, sk: string): string => historyPartition(tenant, sk),
  changePartition: (tenant: string): string => `${tenant}#CHANGES`,
  change: (tenant: string, id: string): Key => ({ pk: `${tenant}#CHANGES`, sk: id }),
  /** For the indexes by state and by time: changes that wait, of everybody and of one person. */
  openChanges: (tenant: string): string => `${tenant}#OPEN-CHANGES`,
  /** The roles that callers' tokens last had, by id. */
  callerPartition: (tenant: string): string => `${tenant}#CALLERS`,
  caller: (tenant: string, id: string): Key => ({ pk: `${tenant}#CALLERS`, sk: id }),
  /** The heavy requests that each caller has open. */
  openRequestsPartition: (tenant: string): string => `${tenant}#OPEN-REQUESTS`,
  openRequests: (tenant: string, caller: string): Key => ({
    pk: `${tenant}#OPEN-REQUESTS`,
    sk: caller,
  }),
  /** Display names of people, by id. */
  peoplePartition: (tenant: string): string => `${tenant}#PEOPLE`,
  person: (tenant: string, id: string): Key => ({ pk: `${tenant}#PEOPLE`, sk: id }),
  openChangesOf: (tenant: string, madeBy: string): string => `${tenant}#OPEN-CHANGES#${madeBy}`,
  lanePartition: (tenant: string): string => `${tenant}#LANE`,
  lane: (tenant: string, currency: string): Key => ({ pk: `${tenant}#LANE`, sk: currency }),
  /** The last word about rearming a restored ledger. */
  rearming: (tenant: string): Key => ({ pk: `${tenant}#REARMING`, sk: 'REARMING' }),
  /** Everything that limits count: only roles that claim or give back write there. */
  countsPartition: (tenant: string): string => `${tenant}#COUNTS`,
  sharedCounts: (tenant: string, name: SharedName): Key => ({ pk: `${tenant}#COUNTS`, sk: name }),
  /** The beginning of the sort keys of what lanes count, before their currencies. */
  laneCountsPrefix: LANE_COUNTS,
  laneCounts: (tenant: string, currency: string): Key => ({
    pk: `${tenant}#COUNTS`,
    sk: `${LANE_COUNTS}${currency}`,
  }),
  /** That an instruction was sent or ended is said for ever: no earlier state of it passes for the latest. */
  instructionMark: (tenant: string, id: string): Key => ({
    pk: `${tenant}#INSTRUCTION-MARKS`,
    sk: id,
  }),
  instruction: (tenant: string, id: string): Key => ({
    pk: `${tenant}#INSTRUCTION#${id}`,
    sk: 'INSTRUCTION',
  }),
  instructionsByState: (tenant: string, state: InstructionState): string =>
    `${tenant}#INSTRUCTION#${state}`,
  instructionsByTime: (tenant: string): string => `${tenant}#INSTRUCTIONS`,
  /** What people were reminded of, before it expired. */
  reminder: (tenant: string, kind: string, id: string, expiresAt: Instant): Key => ({
    pk: `${tenant}#REMINDERS`,
    sk: `${kind}#${id}#${expiresAt}`,
  }),
  /** Which balances are below the low of a rule. */
  lowBalancePartition: (tenant: string): string => `${tenant}#LOW-BALANCES`,
  lowBalance: (tenant: string, ruleId: string): Key => ({
    pk: `${tenant}#LOW-BALANCES`,
    sk: ruleId,
  }),
  /** Of which rules nothing leaves. */
  failingRulePartition: (tenant: string): string => `${tenant}#FAILING-RULES`,
  failingRule: (tenant: string, ruleId: string): Key => ({
    pk: `${tenant}#FAILING-RULES`,
    sk: ruleId,
  }),
  /** Which webhooks have a receiver that takes nothing. */
  failingWebhookPartition: (tenant: string): string => `${tenant}#FAILING-WEBHOOKS`,
  failingWebhook: (tenant: string, webhookId: string): Key => ({
    pk: `${tenant}#FAILING-WEBHOOKS`,
    sk: webhookId,
  }),
  /** What was forecast for a day, when it began. */
  keptForecastPartition: (tenant: string): string => `${tenant}#FORECASTS`,
  keptForecast: (tenant: string, day: string): Key => ({ pk: `${tenant}#FORECASTS`, sk: day }),
  /** Reports that were written to files. */
  exportPartition: (tenant: string): string => `${tenant}#EXPORTS`,
  writtenExport: (tenant: string, id: string): Key => ({ pk: `${tenant}#EXPORTS`, sk: id }),
  rulePartition: (tenant: string, ruleId: string): string => `${tenant}#RULE#${ruleId}`,
  missed: (tenant: string, ruleId: string, snapshot: Instant): Key => ({
    pk: `${tenant}#RULE#${ruleId}`,
    sk: `MISSED#${snapshot}`,
  }),
  /** Beside the instruction of the occurrence: each is missed once. */
  endedOccurrence: (tenant: string, instructionId: string): Key => ({
    pk: `${tenant}#INSTRUCTION#${instructionId}`,
    sk: 'MISSED',
  }),
  /** The open spans of all rules, and the closed ones of a rule, month by month. */
  openSpans: (tenant: string): Key => ({ pk: `${tenant}#SPANS`, sk: 'OPEN' }),
  spansPartition: (tenant: string, ruleId: string): string => `${tenant}#SPANS#${ruleId}`,
  monthSpans: (tenant: string, ruleId: string, month: string): Key => ({
    pk: `${tenant}#SPANS#${ruleId}`,
    sk: month,
  }),
  withdrawal: (tenant: string, withdrawalId: string): Key => ({
    pk: `${tenant}#WITHDRAWAL#${withoutSeparator(withdrawalId)}`,
    sk: 'WITHDRAWAL',
  }),
  trade: (tenant: string, tradeId: string): Key => ({
    pk: `${tenant}#TRADE#${withoutSeparator(tradeId)}`,
    sk: 'TRADE',
  }),
  /** Claims by the end of their quarantine: at most a day and some minutes after they were made. */
  claimPartition: (tenant: string): string => `${tenant}#CLAIMS`,
  claim: (tenant: string, quarantineUntil: Instant, instructionId: string): Key => ({
    pk: `${tenant}#CLAIMS`,
    sk: `${quarantineUntil}#${instructionId}`,
  }),
  flowPartition: (tenant: string): string => `${tenant}#FLOWS`,
  flow: (tenant: string, snapshot: Instant, currency: string): Key => ({
    pk: `${tenant}#FLOWS`,
    sk: `${snapshot}#${currency}`,
  }),
  /** For the index by state: flows of a currency in which an instruction shows, and others that nothing explains. */
  flowsOf: (tenant: string, currency: string, what: 'moved' | 'differed'): string =>
    `${tenant}#FLOWS#${what}#${withoutSeparator(currency)}`,
  breakPartition: (tenant: string): string => `${tenant}#BREAKS`,
  break: (tenant: string, id: string): Key => ({ pk: `${tenant}#BREAKS`, sk: id }),
  /**
   * For the index by state. What still waits for people lies apart by its direction: however many notices there are, they
   * stand before no alarm.
   */
  breaksByState: (tenant: string, state: BreakState, direction: Direction): string =>
    isUnfinished(state) ? `${tenant}#BREAKS#${state}#${direction}` : `${tenant}#BREAKS#${state}`,
  /** People's last word about a currency's unbooked amounts. */
  unbooked: (tenant: string, currency: string): Key => ({
    pk: `${tenant}#UNBOOKED`,
    sk: currency,
  }),
  pendingClaims: (tenant: string): Key => ({
    pk: `${tenant}#PENDING-CLAIMS`,
    sk: 'PENDING-CLAIMS',
  }),
  /** Days whose root is in the audit log, by their dates. */
  closedDayPartition: (tenant: string): string => `${tenant}#CLOSED-DAYS`,
  closedDay: (tenant: string, day: string): Key => ({ pk: `${tenant}#CLOSED-DAYS`, sk: day }),
  statementPartition: (tenant: string): string => `${tenant}#STATEMENTS`,
  statement: (tenant: string, month: string, timeZone: string): Key => ({
    pk: `${tenant}#STATEMENTS`,
    sk: `${month}#${timeZone}`,
  }),
  /** Its currencies, under the digest of the whole: another content is in another place. */
  statementParts: (tenant: string, digest: string): string => `${tenant}#STATEMENT#${digest}`,
  auditPartition: (tenant: string): string => `${tenant}#AUDIT`,
  auditEntry: (tenant: string, sequence: number): Key => ({
    pk: `${tenant}#AUDIT`,
    sk: `ENTRY#${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`,
  }),
  auditHead: (tenant: string): Key => ({ pk: `${tenant}#AUDIT-HEAD`, sk: 'HEAD' }),
} as const;
