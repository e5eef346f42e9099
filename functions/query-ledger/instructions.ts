import { type DecisionTables, listDecisions } from '../../adapters/store/decision-lists.ts';
import type { InstructionFilter, LedgerLists } from '../../adapters/store/ledger-lists.ts';
import type { Cursors } from '../../api/cursors/cursors.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { type SaidResponse, saidJson } from '../../api/problems/problem.ts';
import {
  instructionHeaders,
  instructionView,
  type Shown,
} from '../../api/responses/instruction-view.ts';
import type { InputTo } from '../../api/router/input.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import type { Expansion } from '../../api/routes/queries.ts';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { type StoredDecision, showStored } from '../../treasury/ledger/stored-decision.ts';
import { justAfter } from '../../treasury/time/instant.ts';
import type { RefuseUnknown } from './query-known.ts';

interface InstructionPorts {
  readonly ledger: Pick<Ledger, 'readInstruction'>;
  readonly lists: LedgerLists;
  readonly cursors: Cursors;
  readonly decisions: DecisionTables;
  readonly refuseUnknown: RefuseUnknown;
}

type Kind = Instruction['content']['kind'];
type Listing = InputTo<typeof QUERY_LEDGER, `GET /v1/${'instructions' | 'withdrawals' | 'trades'}`>;
type Reading = InputTo<typeof QUERY_LEDGER, 'GET /v1/instructions/{id}'>;

/** Instructions, and those of one kind: the same list and the same item, three times. */
export function instructionRoutes(
  ports: InstructionPorts,
): HandlersOf<
  typeof QUERY_LEDGER,
  `GET /v1/${'instructions' | 'withdrawals' | 'trades'}${'' | '/{id}'}`
> {
  return {
    'GET /v1/instructions': (input) => listed(ports, input),
    'GET /v1/instructions/{id}': (input) => read(ports, input),
    'GET /v1/withdrawals': (input) => listed(ports, input, 'withdrawal'),
    'GET /v1/withdrawals/{id}': (input) => read(ports, input, 'withdrawal'),
    'GET /v1/trades': (input) => listed(ports, input, 'trade'),
    'GET /v1/trades/{id}': (input) => read(ports, input, 'trade'),
  };
}

async function listed(
  { cursors, lists, refuseUnknown, ...ports }: InstructionPorts,
  { event, query: { expand, ...query } }: Pick<Listing, 'event' | 'query'>,
  kind?: Kind,
): Promise<SaidResponse> {
  const { page, filter } = await cursors.paged(event, query);
  const wanted: InstructionFilter = kind === undefined ? filter : { ...filter, kind };
  const list = await lists.instructions(event.tenant, wanted, page);
  await refuseUnknown(event, query, list);
  const { items, ...cursorsOfPage } = await cursors.sealed(event, list);
  const found = await Promise.all(
    items.map(async (each) => [each, await foundBehind(ports, each, expand)] as const),
  );
  return saidJson(200, (reader) => ({
    items: found.map(([each, shown]) => instructionView(each, shownTo(shown, reader))),
    ...cursorsOfPage,
  }));
}

async function read(
  ports: InstructionPorts,
  { tenant, path, query }: Reading,
  kind?: Kind,
): Promise<SaidResponse> {
  const instruction = await ports.ledger.readInstruction(tenant, path.id);
  if (instruction === null || (kind !== undefined && instruction.content.kind !== kind)) {
    throw notFound(`There is no such ${kind ?? 'instruction'}.`);
  }
  const found = await foundBehind(ports, instruction, query.expand);
  const shown = (reader: Reader) => instructionView(instruction, shownTo(found, reader));
  return saidJson(200, shown, instructionHeaders(instruction));
}

interface Behind {
  readonly evidence: boolean;
  readonly decisions?: readonly StoredDecision[];
}

async function foundBehind(
  ports: Pick<InstructionPorts, 'decisions'>,
  instruction: Instruction,
  expand: readonly Expansion[] = [],
): Promise<Behind> {
  const evidence = expand.includes('evidence');
  if (!expand.includes('decisions')) return { evidence };
  return { evidence, decisions: await decisionsBehind(ports, instruction) };
}

function shownTo({ evidence, decisions }: Behind, reader: Reader): Shown {
  return {
    ...{ evidence, reader },
    ...(decisions !== undefined && {
      decisions: decisions.map((each) => showStored(each, reader)),
    }),
  };
}

/** The decision of the rule that led to it; none where a person or a program asked for it. */
async function decisionsBehind(
  { decisions }: Pick<InstructionPorts, 'decisions'>,
  { tenant, origin }: Instruction,
): Promise<readonly StoredDecision[]> {
  if (origin.kind !== 'sweep') return [];
  const { ruleId: rule, snapshot } = origin;
  const filter = { rule, from: snapshot, to: justAfter(snapshot) };
  const { items } = await listDecisions(decisions, tenant, filter, { limit: 1 });
  return items;
}
