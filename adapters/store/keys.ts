import type { InstructionState } from '../../treasury/instructions/instruction.ts';
import type { BreakState } from '../../treasury/ledger/break.ts';
import type { HaltMark } from '../../treasury/policy/halt-marks.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/** Names of the ledger's indexes; the stacks create them under these names. */
export const BY_STATE_INDEX = 'by-state';
export const BY_TIME_INDEX = 'by-time';

/** Attribute of a snapshot with the second after which the table may remove it. */
export const SNAPSHOT_EXPIRY = 'expiresAt';

/** Digits of an audit sequence number in its key: a change a second would last 30,000 years. */
const SEQUENCE_DIGITS = 12;
/** Digits of a version in a history key: beyond any number of changes of one rule. */
const VERSION_DIGITS = 9;

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The client that a partition key begins with. */
export function clientOf(pk: string): string {
  return pk.slice(0, pk.indexOf('#'));
}

/*
 * Every partition key begins with the client, so that a second client is more of the same and a
 * role can be confined to one. The rest follows the questions that are asked.
 */
export const snapshotKeys = {
  partition: (client: string): string => `${client}#SNAPSHOT`,
  snapshot: (client: string, scheduledFor: Instant): Key => ({
    pk: `${client}#SNAPSHOT`,
    sk: scheduledFor,
  }),
} as const;

/** Of the hours and days of a series; `name` is a currency, or the total. */
export const seriesKeys = {
  hourPartition: (client: string, name: string): string => `${client}#HOUR#${name}`,
  dayPartition: (client: string, name: string): string => `${client}#DAY#${name}`,
  /** What each hour was made of, and which series it has. */
  writtenPartition: (client: string): string => `${client}#HOURS`,
  openHour: (client: string): Key => ({ pk: `${client}#OPEN-HOUR`, sk: 'OPEN-HOUR' }),
} as const;

/** Digits of a generation in a sort key: as many as a safe integer has. */
const GENERATION_DIGITS = 16;

function haltMarks(currency: string | undefined): string {
  return currency === undefined ? 'MARK#EVERYTHING#' : `MARK#CURRENCY#${currency}#`;
}

export const ledgerKeys = {
  policyPartition: (client: string): string => `${client}#POLICY`,
  controls: (client: string): Key => ({ pk: `${client}#POLICY`, sk: 'CONTROLS' }),
  rule: (client: string, id: string): Key => ({ pk: `${client}#POLICY`, sk: `RULE#${id}` }),
  account: (client: string, id: string): Key => ({ pk: `${client}#POLICY`, sk: `ACCOUNT#${id}` }),
  /** The kill switch, in a partition of its own: nothing else that is written slows it down. */
  halt: (client: string): Key => ({ pk: `${client}#HALT`, sk: 'HALT' }),
  /** A halt leaves a mark for ever: which nobody deletes, and nobody can say never was. */
  haltMark: (client: string, { currency, generation }: HaltMark): Key => ({
    pk: `${client}#HALT`,
    sk: `${haltMarks(currency)}${String(generation).padStart(GENERATION_DIGITS, '0')}`,
  }),
  /** What the sort keys of marks begin with: of a currency, of everything, or of every currency. */
  haltMarks: (currency: string | undefined): string => haltMarks(currency),
  currencyMarks: 'MARK#CURRENCY#',
  /** What people were denied, beside the audit: an item for a person, a route and an hour. */
  denialsPartition: (client: string): string => `${client}#DENIALS`,
  denials: (client: string, hour: Instant, by: string, route: string): Key => ({
    pk: `${client}#DENIALS`,
    sk: `${hour}#${by}#${route}`,
  }),
  policyVersion: (client: string, sk: string, version: number): Key => ({
    pk: `${client}#POLICY-HISTORY`,
    sk: `${sk}#${String(version).padStart(VERSION_DIGITS, '0')}`,
  }),
  policyHistoryPartition: (client: string): string => `${client}#POLICY-HISTORY`,
  changePartition: (client: string): string => `${client}#CHANGES`,
  change: (client: string, id: string): Key => ({ pk: `${client}#CHANGES`, sk: id }),
  /** Of the indexes by state and by time: changes that wait, of everybody and of one person. */
  openChanges: (client: string): string => `${client}#OPEN-CHANGES`,
  openChangesOf: (client: string, madeBy: string): string => `${client}#OPEN-CHANGES#${madeBy}`,
  lanePartition: (client: string): string => `${client}#LANE`,
  lane: (client: string, currency: string): Key => ({ pk: `${client}#LANE`, sk: currency }),
  /** What was last said about rearming a restored ledger. */
  rearming: (client: string): Key => ({ pk: `${client}#ARMING`, sk: 'ARMING' }),
  approvalUsage: (client: string): Key => ({ pk: `${client}#APPROVAL-USAGE`, sk: 'USAGE' }),
  tradeUsage: (client: string): Key => ({ pk: `${client}#TRADE-USAGE`, sk: 'USAGE' }),
  instruction: (client: string, id: string): Key => ({
    pk: `${client}#INSTRUCTION#${id}`,
    sk: 'INSTRUCTION',
  }),
  instructionsByState: (client: string, state: InstructionState): string =>
    `${client}#INSTRUCTION#${state}`,
  instructionsByTime: (client: string): string => `${client}#INSTRUCTIONS`,
  rulePartition: (client: string, ruleId: string): string => `${client}#RULE#${ruleId}`,
  decision: (client: string, ruleId: string, snapshot: Instant): Key => ({
    pk: `${client}#RULE#${ruleId}`,
    sk: `DECISION#${snapshot}`,
  }),
  decisionsByTime: (client: string): string => `${client}#DECISIONS`,
  withdrawal: (client: string, withdrawalId: string): Key => ({
    pk: `${client}#WITHDRAWAL#${withdrawalId}`,
    sk: 'WITHDRAWAL',
  }),
  trade: (client: string, tradeId: string): Key => ({
    pk: `${client}#TRADE#${tradeId}`,
    sk: 'TRADE',
  }),
  /** Claims by the end of their quarantine: at most a day and some minutes after they were made. */
  claimPartition: (client: string): string => `${client}#CLAIMS`,
  claim: (client: string, quarantineUntil: Instant, instructionId: string): Key => ({
    pk: `${client}#CLAIMS`,
    sk: `${quarantineUntil}#${instructionId}`,
  }),
  flowPartition: (client: string): string => `${client}#FLOWS`,
  flow: (client: string, snapshot: Instant, currency: string): Key => ({
    pk: `${client}#FLOWS`,
    sk: `${snapshot}#${currency}`,
  }),
  breakPartition: (client: string): string => `${client}#BREAKS`,
  break: (client: string, id: string): Key => ({ pk: `${client}#BREAKS`, sk: id }),
  breaksByState: (client: string, state: BreakState): string => `${client}#BREAKS#${state}`,
  /** What people last said of a currency's unbooked amounts. */
  unbooked: (client: string, currency: string): Key => ({
    pk: `${client}#UNBOOKED`,
    sk: currency,
  }),
  pendingClaims: (client: string): Key => ({
    pk: `${client}#PENDING-CLAIMS`,
    sk: 'PENDING-CLAIMS',
  }),
  statement: (client: string, month: string, timeZone: string): Key => ({
    pk: `${client}#STATEMENTS`,
    sk: `${month}#${timeZone}`,
  }),
  /** Its currencies, under the digest of the whole: another content is in another place. */
  statementParts: (client: string, digest: string): string => `${client}#STATEMENT#${digest}`,
  auditPartition: (client: string): string => `${client}#AUDIT`,
  auditEntry: (client: string, sequence: number): Key => ({
    pk: `${client}#AUDIT`,
    sk: `ENTRY#${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`,
  }),
  auditHead: (client: string): Key => ({ pk: `${client}#AUDIT-HEAD`, sk: 'HEAD' }),
} as const;
