import type { NoSweepReason } from '../../treasury/decisions/decision.ts';
import type { Instruction, InstructionState } from '../../treasury/instructions/instruction.ts';
import type { StoredDecision } from '../../treasury/ledger/stored-decision.ts';
import { type Instant, justBefore } from '../../treasury/time/instant.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { BY_STATE_INDEX, BY_TIME_INDEX, ledgerKeys } from './keys.ts';
import { DECISION } from './ledger-items.ts';
import { type Page, type PagedQuery, type PageRequest, readPage } from './pages.ts';
import type { StoreTable } from './store-table.ts';

/** What a list of instructions is narrowed to; each absent part is not asked about. */
export interface InstructionFilter {
  readonly state?: InstructionState;
  readonly kind?: Instruction['content']['kind'];
  readonly currency?: string;
  readonly instrument?: string;
  readonly rule?: string;
  /** Bounds on the time it was created: the first is included, the last not. */
  readonly from?: Instant;
  readonly to?: Instant;
}

export interface DecisionFilter {
  readonly rule?: string;
  readonly reason?: NoSweepReason;
  /** Bounds on the tick of the snapshot: the first is included, the last not. */
  readonly from?: Instant;
  readonly to?: Instant;
}

/** The ledger's lists, newest first. Indexes are eventually consistent: for people, not for money. */
export interface LedgerLists {
  readonly instructions: (
    tenant: string,
    filter: InstructionFilter,
    page: PageRequest,
  ) => Promise<Page<Instruction>>;
  readonly decisions: (
    tenant: string,
    filter: DecisionFilter,
    page: PageRequest,
  ) => Promise<Page<StoredDecision>>;
}

export function createLedgerLists(table: StoreTable): LedgerLists {
  return {
    instructions: (tenant, filter, page) => instructions(table, tenant, filter, page),
    decisions: (tenant, { rule, ...filter }, page) =>
      rule === undefined
        ? allDecisions(table, tenant, filter, page)
        : decisionsOfRule(table, tenant, rule, filter, page),
  };
}

async function instructions(
  table: StoreTable,
  tenant: string,
  { state, kind, currency, instrument, rule, from, to }: InstructionFilter,
  page: PageRequest,
): Promise<Page<Instruction>> {
  const index =
    state === undefined
      ? {
          index: BY_TIME_INDEX,
          partitionAttribute: 'gsi2pk',
          sortAttribute: 'gsi2sk',
          partition: ledgerKeys.instructionsByTime(tenant),
        }
      : {
          index: BY_STATE_INDEX,
          partitionAttribute: 'gsi1pk',
          sortAttribute: 'gsi1sk',
          partition: ledgerKeys.instructionsByState(tenant, state),
        };
  const equal = {
    kind,
    'content.currency': currency,
    'content.instrument': instrument,
    'origin.ruleId': rule,
  };
  const narrowed = Object.values(equal).some((value) => value !== undefined);
  return await readPage(
    table,
    {
      ...index,
      ...(from === undefined && to === undefined
        ? {}
        : { between: { from: from ?? FIRST_MOMENT, to: `${lastBefore(to)}${AFTER_ANY_ID}` } }),
      ...(narrowed ? { only: { equal } } : {}),
      kind: INSTRUCTION,
      startKey: (sortKey) => {
        const { after } = split(sortKey);
        return after === null ? null : { ...ledgerKeys.instruction(tenant, after) };
      },
    },
    page,
  );
}

/** Before the first and after the last moment that four-digit years can name. */
const FIRST_MOMENT = '0000-01-01T00:00:00.000Z';
const LAST_MOMENT = '9999-12-31T23:59:59.999Z';
/** Sorts behind every "#id" that may follow a moment. */
const AFTER_ANY_ID = '~';

function lastBefore(to: Instant | undefined): Instant {
  return to === undefined ? LAST_MOMENT : justBefore(to);
}

async function allDecisions(
  table: StoreTable,
  tenant: string,
  filter: Omit<DecisionFilter, 'rule'>,
  page: PageRequest,
): Promise<Page<StoredDecision>> {
  return await readPage(
    table,
    {
      index: BY_TIME_INDEX,
      partitionAttribute: 'gsi2pk',
      sortAttribute: 'gsi2sk',
      partition: ledgerKeys.decisionsByTime(tenant),
      ...narrowed(filter, (moment) => moment),
      kind: DECISION,
      startKey: (sortKey) => {
        const { before, after } = split(sortKey);
        return after === null ? null : { ...ledgerKeys.decision(tenant, after, before) };
      },
    },
    page,
  );
}

async function decisionsOfRule(
  table: StoreTable,
  tenant: string,
  ruleId: string,
  filter: Omit<DecisionFilter, 'rule'>,
  page: PageRequest,
): Promise<Page<StoredDecision>> {
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: ledgerKeys.rulePartition(tenant, ruleId),
      ...narrowed(filter, (moment) => ledgerKeys.decision(tenant, ruleId, moment).sk),
      kind: DECISION,
      startKey: (sortKey) => (sortKey.startsWith('DECISION#') ? {} : null),
    },
    page,
  );
}

/** Bounds of a range of ticks, and the reason as what is left to look at. */
function narrowed(
  { reason, from, to }: Omit<DecisionFilter, 'rule'>,
  sortKeyOf: (moment: Instant) => string,
): Pick<PagedQuery<StoredDecision>, 'between' | 'only'> {
  const only = reason === undefined ? {} : { only: { equal: { 'decision.reason': reason } } };
  if (from === undefined && to === undefined) return only;
  const last = `${sortKeyOf(lastBefore(to))}${AFTER_ANY_ID}`;
  return { ...only, between: { from: sortKeyOf(from ?? FIRST_MOMENT), to: last } };
}

function split(sortKey: string): { before: string; after: string | null } {
  const at = sortKey.indexOf('#');
  return at < 0
    ? { before: sortKey, after: null }
    : { before: sortKey.slice(0, at), after: sortKey.slice(at + 1) };
}
