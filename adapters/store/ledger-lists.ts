import { sayHistory } from '../../treasury/facts/sentences/say/say-history.ts';
import type { Instruction, InstructionState } from '../../treasury/instructions/instruction.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { BY_STATE_INDEX, BY_TIME_INDEX, ledgerKeys } from './keys.ts';
import { readMergedPage } from './merged-pages.ts';
import { AFTER_ANY_ID, FIRST_MOMENT, lastBefore, type Page, type PageRequest } from './pages.ts';
import { both, holding } from './searched-text.ts';
import type { StoreTable } from './store-table.ts';

/** The filters of a list of instructions; an absent one does not filter. */
export interface InstructionFilter {
  readonly state?: readonly InstructionState[];
  readonly kind?: Instruction['content']['kind'];
  readonly currency?: string;
  readonly instrument?: string;
  readonly rule?: string;
  /** The occurrence of a rule's schedule: the parts of one run have it in common. */
  readonly occurrence?: Instant;
  /** The registered account that it pays to. */
  readonly account?: string;
  /** Part of an id, a label, a reference or a comment. */
  readonly text?: string;
  /** The requester's own name of it, to the letter. */
  readonly reference?: string;
  /** Bounds on the time it was created: the first is included, the last not. */
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
}

export function createLedgerLists(table: StoreTable): LedgerLists {
  return {
    instructions: (tenant, filter, page) => instructions(table, tenant, filter, page),
  };
}

async function instructions(
  table: StoreTable,
  tenant: string,
  filter: InstructionFilter,
  page: PageRequest,
): Promise<Page<Instruction>> {
  const narrowed = narrowedBy(tenant, filter);
  const queries = filter.state?.map((state) => ({
    ...narrowed,
    index: BY_STATE_INDEX,
    partitionAttribute: 'gsi1pk',
    sortAttribute: 'gsi1sk',
    partition: ledgerKeys.instructionsByState(tenant, state),
  })) ?? [
    {
      ...narrowed,
      index: BY_TIME_INDEX,
      partitionAttribute: 'gsi2pk',
      sortAttribute: 'gsi2sk',
      partition: ledgerKeys.instructionsByTime(tenant),
    },
  ];
  return await readMergedPage(table, queries, ({ createdAt, id }) => `${createdAt}#${id}`, page);
}

function narrowedBy(
  tenant: string,
  {
    kind,
    currency,
    instrument,
    rule,
    occurrence,
    account,
    reference,
    text,
    from,
    to,
  }: InstructionFilter,
) {
  const equal = {
    kind,
    // A trade has two of them, in its instrument.
    'content.currency': kind === 'withdrawal' ? currency : undefined,
    'content.instrument': instrument,
    'content.reference': reference,
    'content.withdrawalAccountId': account,
    'origin.ruleId': rule,
    'origin.occurrence': occurrence,
  };
  const isNarrowed = Object.values(equal).some((value) => value !== undefined);
  return {
    ...(from === undefined && to === undefined
      ? {}
      : { between: { from: from ?? FIRST_MOMENT, to: `${lastBefore(to)}${AFTER_ANY_ID}` } }),
    ...(isNarrowed ? { only: { equal } } : {}),
    kind: INSTRUCTION,
    matches: both(holding(text, textsOf), kind === 'withdrawal' ? undefined : moving(currency)),
    startKey: (sortKey: string) => {
      const { after } = split(sortKey);
      return after === null ? null : { ...ledgerKeys.instruction(tenant, after) };
    },
  };
}

function moving(currency: string | undefined): ((item: Instruction) => boolean) | undefined {
  if (currency === undefined) return undefined;
  return ({ content }) =>
    content.kind === 'withdrawal'
      ? content.currency === currency
      : content.instrument.split('/').includes(currency);
}

/** What a person may look for: ids, labels, names, and what was said of it, which its history quotes. */
function textsOf({ id, origin, content, history }: Instruction): readonly (string | undefined)[] {
  return [
    id,
    origin.kind === 'sweep' ? origin.ruleId : origin.requestedBy,
    content.kind === 'withdrawal' ? content.accountLabel : content.instrument,
    content.reference,
    ...Object.entries(content.metadata ?? {}).flat(),
    ...history.map(({ fact }) => sayHistory(fact)),
  ];
}

function split(sortKey: string): { before: string; after: string | null } {
  const at = sortKey.indexOf('#');
  return at < 0
    ? { before: sortKey, after: null }
    : { before: sortKey.slice(0, at), after: sortKey.slice(at + 1) };
}
