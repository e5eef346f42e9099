import { useDebouncedValue } from '@mantine/hooks';
import type { components, SluiceClient } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/client.tsx';
import { useTenant } from '../session/person.tsx';

type Schemas = components['schemas'];
export type Check = Schemas['WithdrawalCheck'] | Schemas['TradeCheck'];

/** Milliseconds without a key before it is asked: typing an amount is one question. */
const TYPING_MS = 400;

/** Milliseconds between two questions about a request that stays as it is: snapshots come by the minute. */
const AGAIN_MS = 15_000;

/** How each kind of request is checked. It writes nothing. */
const ASK = {
  withdrawal: async (client: SluiceClient, body: CheckBody['withdrawal'], signal: AbortSignal) =>
    (await client.post('/v1/withdrawals/check', { body, signal })).data,
  trade: async (client: SluiceClient, body: CheckBody['trade'], signal: AbortSignal) =>
    (await client.post('/v1/trades/check', { body, signal })).data,
};

interface CheckBody {
  readonly withdrawal: { readonly withdrawalAccountId: string; readonly amount: string };
  readonly trade: Readonly<Record<'instrument' | 'side' | 'amount' | 'price', string>>;
}

export interface Checked {
  /** Of exactly what stands in the form; undefined while it is asked, or where it could not be. */
  readonly check: Check | undefined;
  readonly error: Error | null;
  readonly isAsking: boolean;
}

/** What the API says of a request before it is made; null: it cannot be made yet. The console judges nothing itself. */
export function useCheck<Kind extends keyof CheckBody>(
  kind: Kind,
  body: CheckBody[Kind] | null,
): Checked {
  const client = useClient();
  const tenant = useTenant();
  // As text: an object would be another one with each drawing.
  const text = body === null ? null : JSON.stringify(body);
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const query = useQuery({
    queryKey: [tenant, 'check', kind, settled],
    queryFn: async ({ signal }): Promise<Check> => {
      const asked = JSON.parse(settled ?? '{}') as never;
      return await ASK[kind](client, asked, signal);
    },
    enabled: settled !== null && settled === text,
    refetchInterval: AGAIN_MS,
  });
  if (text === null) return { check: undefined, error: null, isAsking: false };
  if (settled !== text) return { check: undefined, error: null, isAsking: true };
  return { check: query.data, error: query.error, isAsking: query.isPending };
}
