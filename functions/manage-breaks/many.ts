import { type BreakSet, breaksIn, breaksOf } from '../../adapters/store/break-sets.ts';
import { readMatchingRules } from '../../adapters/store/matching-rules.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { type HttpResponse, json, ProblemError, problem } from '../../api/problems/problem.ts';
import { etagOfTag } from '../../api/requests/etag.ts';
import type { InputTo } from '../../api/router/input.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { MANAGE_BREAKS } from '../../api/routes/declared/manage-breaks.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { digestOfSet } from '../../treasury/breaks/break-set.ts';
import { closeBreak, explainBreak } from '../../treasury/breaks/decide.ts';
import { decideMany } from '../../treasury/breaks/decide-many.ts';
import type { BreakPorts, BreakResult } from '../../treasury/breaks/ports.ts';
import { showBreak } from '../../treasury/breaks/show-break.ts';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';

type Routes = typeof MANAGE_BREAKS;
type ManyKey = 'POST /v1/breaks/explain' | 'POST /v1/breaks/close';
type Named = Pick<InputTo<Routes, 'POST /v1/breaks/select'>, 'tenant' | 'body'>;

/** Many breaks in one call: the set as it stands, and a person's word about every break in it. */
export function manyBreaksRoutes(
  ports: BreakPorts,
  table: StoreTable,
): HandlersOf<Routes, 'POST /v1/breaks/select' | ManyKey> {
  const setOf = (input: Named) => readSet(table, input);
  return {
    'POST /v1/breaks/select': async (input) => {
      const { items, more } = await setOf(input);
      return json(
        200,
        { items: items.map((each) => showBreak(each)), more },
        etagOfTag(digestOfSet(items)),
      );
    },
    'POST /v1/breaks/explain': async (input) => {
      const { kind, comment } = input.body;
      return await decided(input, setOf, (one) =>
        explainBreak(ports, { ...whoOf(input), ...one, kind, comment }),
      );
    },
    'POST /v1/breaks/close': async (input) => {
      const { comment } = input.body;
      return await decided(input, setOf, (one) =>
        closeBreak(ports, { ...whoOf(input), ...one, comment }),
      );
    },
  };
}

async function readSet(table: StoreTable, { tenant, body }: Named): Promise<BreakSet> {
  const { filter, ids = [] } = body;
  if (filter !== undefined) {
    const { matchingRule } = filter;
    if (matchingRule === undefined) return await breaksIn(table, tenant, filter);
    return await breaksIn(table, tenant, filter, await ruleNamed(table, tenant, matchingRule));
  }
  const { missing, ...set } = await breaksOf(table, tenant, ids);
  if (missing.length === 0) return set;
  const [first = ''] = missing;
  const pointer = `/ids/${ids.indexOf(first)}`;
  throw new ProblemError(
    problem('invalid-body', {
      detail: 'Nothing was changed.',
      fields: [{ field: 'ids', pointer, seen: first, accepted: 'ids of breaks that there are' }],
    }),
  );
}

/** Its seal is not asked for: it chooses what a person sees, and the person's word explains. */
async function ruleNamed(table: StoreTable, tenant: string, id: string): Promise<MatchingRule> {
  const rules = await readMatchingRules(table, tenant);
  const rule = rules.find((each) => each.id === id);
  if (rule !== undefined) return rule;
  const field = 'filter.matchingRule';
  const accepted = 'the id of a matching rule that there is';
  throw new ProblemError(
    problem('invalid-body', {
      detail: 'Nothing was changed.',
      fields: [{ field, pointer: '/filter/matchingRule', seen: id, accepted }],
    }),
  );
}

function whoOf({ tenant, by, requestId }: InputTo<Routes, ManyKey>) {
  return { tenant, by: by(), requestId };
}

type One = { readonly id: string; readonly version: number };

async function decided(
  input: InputTo<Routes, ManyKey>,
  setOf: (input: Named) => Promise<BreakSet>,
  decideOne: (one: One) => Promise<BreakResult>,
): Promise<HttpResponse> {
  const { items, more } = await setOf(input);
  const seen = await input.ifMatch(async () => digestOfSet(items));
  const result = await decideMany(items, seen, decideOne);
  if (result.result === 'other-set') {
    throw new ProblemError(
      problem('stale', {
        detail: 'Nothing was changed: the set is another than you saw. Select it again.',
        headers: etagOfTag(result.digest),
      }),
    );
  }
  const done = result.items.filter((each) => each.result === 'done').length;
  logger.info('breaks', { done, of: items.length });
  return json(200, { items: result.items, more });
}
