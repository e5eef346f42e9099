import type { Instruction, InstructionState } from '../../treasury/instructions/instruction.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { BY_STATE_INDEX, BY_TIME_INDEX, ledgerKeys } from './keys.ts';
import {
  AFTER_ANY_ID,
  FIRST_MOMENT,
  lastBefore,
  type Page,
  type PageRequest,
  readPage,
} from './pages.ts';
import type { StoreTable } from './store-table.ts';

/** The filters of a list of instructions; an absent one does not filter. */
export interface InstructionFilter {
  readonly state?: InstructionState;
  readonly kind?: Instruction['content']['kind'];
  readonly currency?: string;
  readonly instrument?: string;
  readonly rule?: string;
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
  { state, kind, currency, instrument, rule, reference, from, to }: InstructionFilter,
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
    'content.reference': reference,
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

function split(sortKey: string): { before: string; after: string | null } {
  const at = sortKey.indexOf('#');
  return at < 0
    ? { before: sortKey, after: null }
    : { before: sortKey.slice(0, at), after: sortKey.slice(at + 1) };
}
