import { readOpenAlarms } from '../../adapters/store/open-breaks.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { readConclusion } from '../../adapters/store/unbooked.ts';
import { contended } from '../../api/problems/contended.ts';
import { notFound } from '../../api/problems/not-found.ts';
import {
  type HttpResponse,
  json,
  problem,
  problemResponse,
  saidJson,
} from '../../api/problems/problem.ts';
import { unreadable } from '../../api/problems/unreadable.ts';
import { etagOfTag } from '../../api/requests/etag.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { SETTLE_INSTRUCTION } from '../../api/routes/declared/settle-instruction.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import { unreadableIn } from '../../treasury/instructions/not-sent.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import type { ReadingPorts } from '../../treasury/snapshots/trusted-readings.ts';
import {
  type ConcludeUnbookedPorts,
  type ConcludeUnbookedRefusal,
  type ConcludeUnbookedResult,
  concludeUnbooked,
} from '../../treasury/unbooked/conclude-unbooked.ts';
import { showUnbooked, unbookedView } from '../../treasury/unbooked/unbooked.ts';

/** Routes of /v1/lanes/{currency}/unbooked: amounts that no balance shows yet, and the word of two people. */
export function unbookedRoutes(
  {
    now,
    nonce,
    reader,
    ledger,
    seals,
  }: ReadingPorts & Pick<ConcludeUnbookedPorts, 'seals'> & { readonly ledger: Ledger },
  table: StoreTable,
): HandlersOf<
  typeof SETTLE_INSTRUCTION,
  'GET /v1/lanes/{currency}/unbooked' | 'POST /v1/lanes/{currency}/unbooked/conclude'
> {
  const ports: ConcludeUnbookedPorts = {
    now,
    nonce,
    reader,
    ledger,
    seals,
    unbooked: {
      readConclusion: (tenant, currency) => readConclusion(table, tenant, currency),
      openBreaks: async (tenant) => (await readOpenAlarms(table, tenant)).unbooked,
    },
  };
  const unbookedOf = async (tenant: string, currency: string) => {
    const [lanes, { controls }] = await Promise.all([
      ledger.readLanes(tenant),
      ledger.readPolicy(tenant),
    ]);
    const lane = lanes.find((each) => each.currency === currency);
    if (lane === undefined) throw notFound(`There is no lane of ${currency}.`);
    const hidden = unreadableIn([lane], [currency]);
    if (hidden !== null) throw unreadable(hidden);
    return unbookedView(lane, controls, now());
  };
  return {
    'GET /v1/lanes/{currency}/unbooked': async ({ tenant, path: { currency } }) => {
      const [unbooked, said] = await Promise.all([
        unbookedOf(tenant, currency),
        readConclusion(table, tenant, currency),
      ]);
      const body = { currency, said: said === null ? null : shown(said) };
      if (unbooked === null) return json(200, { ...body, unbooked });
      const answer = (by: Reader) => ({ ...body, unbooked: showUnbooked(unbooked, by) });
      return saidJson(200, answer, etagOfTag(unbooked.digest));
    },
    'POST /v1/lanes/{currency}/unbooked/conclude': async (input) => {
      const { tenant, requestId, path, body, ifMatch, by } = input;
      const { currency } = path;
      const { comment, ...outcome } = body;
      const digest = await ifMatch(
        async () => (await unbookedOf(tenant, currency))?.digest ?? null,
      );
      const said = { tenant, currency, digest, comment, outcome };
      const result = await concludeUnbooked(ports, { ...said, by: by(), requestId });
      const refusal = result.result === 'refused' ? result.refusal.code : undefined;
      logger.info('unbooked', { result: result.result, refusal, currency });
      return toResponse(result, requestId);
    },
  };
}

function toResponse(result: ConcludeUnbookedResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'proposed':
      return json(202, shown(result.conclusion));
    case 'concluded':
      return json(200, shown(result.conclusion));
    case 'contended':
      return contended('the unbooked amounts', requestId);
    case 'refused':
      return refused(result.refusal, requestId);
    default:
      return result satisfies never;
  }
}

function refused(refusal: ConcludeUnbookedRefusal, requestId: string): HttpResponse {
  const { code, message, ...members } = refusal;
  const seen =
    refusal.code === 'proposal-differs' ? { proposal: shown(refusal.proposal) } : members;
  return problemResponse(problem(code, { detail: message, members: seen }), requestId);
}

/** Without the fields that only the store needs. */
function shown({
  tenant: _,
  seal: __,
  ...rest
}: UnbookedConclusion): Omit<UnbookedConclusion, 'tenant' | 'seal'> {
  return rest;
}
