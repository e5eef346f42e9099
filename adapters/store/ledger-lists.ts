import type { Instruction, InstructionState } from '../../treasury/instructions/instruction.ts';
import type { StoredDecision } from '../../treasury/ports/ledger.ts';
import { BY_STATE_INDEX, BY_TIME_INDEX, ledgerKeys } from './keys.ts';
import type { StoreTable } from './ledger.ts';
import { type Page, type PageRequest, readPage } from './pages.ts';
import { decisionSchema } from './schemas/decision-schema.ts';
import { instructionSchema } from './schemas/instruction-schema.ts';

/** The ledger's lists, newest first. Indexes are eventually consistent: for people, not for money. */
export interface LedgerLists {
  readonly instructions: (
    client: string,
    state: InstructionState | undefined,
    page: PageRequest,
  ) => Promise<Page<Instruction>>;
  readonly decisions: (
    client: string,
    ruleId: string | undefined,
    page: PageRequest,
  ) => Promise<Page<StoredDecision>>;
}

export function createLedgerLists(table: StoreTable): LedgerLists {
  return {
    instructions: (client, state, page) =>
      readPage(
        table,
        {
          ...(state === undefined
            ? {
                index: BY_TIME_INDEX,
                partitionAttribute: 'gsi2pk',
                sortAttribute: 'gsi2sk',
                partition: ledgerKeys.instructionsByTime(client),
              }
            : {
                index: BY_STATE_INDEX,
                partitionAttribute: 'gsi1pk',
                sortAttribute: 'gsi1sk',
                partition: ledgerKeys.instructionsByState(client, state),
              }),
          entity: 'instruction',
          schema: instructionSchema,
          startKey: (sortKey) => {
            const { after } = split(sortKey);
            return after === null ? null : { ...ledgerKeys.instruction(client, after) };
          },
        },
        page,
      ),
    decisions: (client, ruleId, page) =>
      ruleId === undefined
        ? allDecisions(table, client, page)
        : decisionsOfRule(table, client, ruleId, page),
  };
}

async function allDecisions(
  table: StoreTable,
  client: string,
  page: PageRequest,
): Promise<Page<StoredDecision>> {
  return await readPage(
    table,
    {
      index: BY_TIME_INDEX,
      partitionAttribute: 'gsi2pk',
      sortAttribute: 'gsi2sk',
      partition: ledgerKeys.decisionsByTime(client),
      entity: 'decision',
      schema: decisionSchema,
      startKey: (sortKey) => {
        const { before, after } = split(sortKey);
        return after === null ? null : { ...ledgerKeys.decision(client, after, before) };
      },
    },
    page,
  );
}

async function decisionsOfRule(
  table: StoreTable,
  client: string,
  ruleId: string,
  page: PageRequest,
): Promise<Page<StoredDecision>> {
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: ledgerKeys.rulePartition(client, ruleId),
      entity: 'decision',
      schema: decisionSchema,
      startKey: (sortKey) => (sortKey.startsWith('DECISION#') ? {} : null),
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
