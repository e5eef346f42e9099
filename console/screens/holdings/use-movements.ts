import type { components } from '@sluice/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client.tsx';
import { pageOf } from '../../api/report-page.ts';
import { type Answer, keyOf } from '../../api/use-read.ts';
import { SERIES_MS } from '../../reports/use-balances.ts';
import { useTenant } from '../../session/person.tsx';
import { type Movement, movementsOf } from './movements.ts';

type Flow = components['schemas']['Flow'];
type FlowPage = components['schemas']['FlowPage'];

/** Flows of one request, which is the most that a page has. */
const PAGE = 200;

/** Flows that are looked at: more marks than this are no longer told apart, and the rest is a matter of an export. */
const MOST_FLOWS = 400;

export interface Movements {
  readonly movements: readonly Movement[];
  /** Whether there are older ones within the range. */
  readonly hasMore: boolean;
}

/** What moved a currency from a moment on: the newest flows, over the pages that they take. */
export function useMovements(currency: string, from: string): UseQueryResult<Answer<Movements>> {
  const client = useClient();
  const tenant = useTenant();
  const query = { currency, from, sort: 'newest', limit: PAGE } as const;
  return useQuery({
    queryKey: keyOf(tenant, '/v1/reports/flows', { query, of: 'movements' }),
    refetchInterval: SERIES_MS,
    queryFn: async ({ signal }): Promise<Answer<Movements>> => {
      const flows: Flow[] = [];
      const movements: Movement[] = [];
      let cursor: string | null = null;
      do {
        const input = { query: { ...query, ...(cursor !== null && { cursor }) }, signal };
        const page: FlowPage = pageOf((await client.get('/v1/reports/flows', input)).data);
        flows.push(...page.items);
        movements.push(...movementsOf(page.items, page.names));
        cursor = page.next;
      } while (cursor !== null && flows.length < MOST_FLOWS);
      return { data: { movements, hasMore: cursor !== null }, etag: null };
    },
  });
}
