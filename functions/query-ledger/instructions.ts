import { type DecisionTables, listDecisions } from '../../adapters/store/decision-lists.ts';
import type { InstructionFilter, LedgerLists } from '../../adapters/store/ledger-lists.ts';
import type { Cursors } from '../../api/cursors/cursors.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { type HttpResponse, json } from '../../api/problems/problem.ts';
import {
  instructionAnswer,
  instructionView,
  type Shown,
} from '../../api/responses/instruction-view.ts';
import type { InputTo } from '../../api/router/input.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import type { Expansion } from '../../api/routes/queries.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { type ShownDecision, showStored } from '../../treasury/ledger/stored-decision.ts';
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
): Promise<HttpResponse> {
  const { page, filter } = await cursors.paged(event, query);
  const wanted: InstructionFilter = kind === undefined ? filter : { ...filter, kind };
  const found = await lists.instructions(event.tenant, wanted, page);
  await refuseUnknown(event, query, found);
  const { items, ...cursorsOfPage } = await cursors.sealed(event, found);
  const shown = await Promise.all(
    items.map(async (each) => instructionView(each, await shownOf(ports, each, expand))),
  );
  return json(200, { items: shown, ...cursorsOfPage });
}

async function read(
  ports: InstructionPorts,
  { tenant, path, query }: Reading,
  kind?: Kind,
): Promise<HttpResponse> {
  const instruction = await ports.ledger.readInstruction(tenant, path.id);
  if (instruction === null || (kind !== undefined && instruction.content.kind !== kind)) {
    throw notFound(`There is no such ${kind ?? 'instruction'}.`);
  }
  return instructionAnswer(200, instruction, {}, await shownOf(ports, instruction, query.expand));
}

async function shownOf(
  ports: Pick<InstructionPorts, 'decisions'>,
  instruction: Instruction,
  expand: readonly Expansion[] = [],
): Promise<Shown> {
  const evidence = expand.includes('evidence');
  if (!expand.includes('decisions')) return { evidence };
  return { evidence, decisions: await decisionsBehind(ports, instruction) };
}

/** The decision of the rule that led to it; none where a person or a program asked for it. */
async function decisionsBehind(
  { decisions }: Pick<InstructionPorts, 'decisions'>,
  { tenant, origin }: Instruction,
): Promise<readonly ShownDecision[]> {
  if (origin.kind !== 'sweep') return [];
  const { ruleId: rule, snapshot } = origin;
  const filter = { rule, from: snapshot, to: justAfter(snapshot) };
  const { items } = await listDecisions(decisions, tenant, filter, { limit: 1 });
  return items.map((each) => showStored(each));
}
