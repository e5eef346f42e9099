import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client.tsx';
import { keyOf } from '../../api/use-read.ts';
import { queryIn } from '../../reports/use-valued-in.ts';
import { useTenant } from '../../session/person.tsx';
import type { NamedLines, StatementLine } from './lines.ts';

const PATH = '/v1/reports/statement/lines';

/** Lines that are read at once: the most of a page. */
const LINES_AT_ONCE = 1_000;

interface Month {
  readonly month: string;
  readonly into: string | null;
}

/** Every line of a month, of all its currencies, page by page: for paper. Read when it is wanted first. */
export function useEveryLine(
  { month, into }: Month,
  isWanted: boolean,
): UseQueryResult<NamedLines> {
  const client = useClient();
  const tenant = useTenant();
  const query = { month, ...queryIn(into), limit: LINES_AT_ONCE };
  return useQuery({
    queryKey: keyOf(tenant, PATH, { every: query }),
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<NamedLines> => {
      const items: StatementLine[] = [];
      const people: Record<string, string> = {};
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const from: { readonly cursor?: string } = cursor === undefined ? {} : { cursor };
        const { data } = await client.get(PATH, { query: { ...query, ...from }, signal });
        items.push(...data.items);
        Object.assign(people, data.names?.people);
        cursor = data.next;
      }
      return { items, names: { rules: {}, accounts: {}, people } };
    },
  });
}
