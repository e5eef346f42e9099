import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient, useReader } from '../../api/client.tsx';
import { useTenant } from '../../session/person.tsx';
import type { Preview, RuleBody } from './types.ts';

/** Milliseconds without a key before the draft is tried: typing an amount is one question. */
const TYPING_MS = 400;

/** Milliseconds between two tries of a draft that stays as it is: balances come by the minute. */
const AGAIN_MS = 30_000;

/** What the draft would do with the balances of this moment; asked again as it changes. It writes nothing. */
export function usePreview(body: RuleBody | null): UseQueryResult<Preview> {
  const client = useClient();
  const tenant = useTenant();
  const reader = useReader();
  const [settled] = useDebouncedValue(body, TYPING_MS);
  return useQuery({
    queryKey: [tenant, 'preview', settled, reader],
    queryFn: async ({ signal }) => {
      const rules = settled === null ? [] : [settled];
      return (await client.post('/v1/sweep-rules/preview', { body: { rules }, signal })).data;
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}
