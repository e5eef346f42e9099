import { type SluiceClient, SluiceUnanswered } from '@sluice/client';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTenant } from '../session/person.tsx';
import { useClient } from './client.tsx';

export interface Sending<Input> {
  readonly client: SluiceClient;
  readonly input: Input;
  /** The same for every attempt at the same input until its answer is known. */
  readonly idempotencyKey: string;
}

/**
 * A write. Nothing is shown as done before the answer. If the answer is lost, calling it again with the same input sends
 * the same Idempotency-Key, so that the request is carried out once; another input is another request.
 */
export function useWrite<Input, Output>(
  send: (sending: Sending<Input>) => Promise<Output>,
): UseMutationResult<Output, Error, Input> {
  const client = useClient();
  const tenant = useTenant();
  const queries = useQueryClient();
  const open = useRef<{ readonly content: string; readonly key: string } | null>(null);

  return useMutation({
    mutationFn: async (input: Input) => {
      const content = JSON.stringify(input);
      if (open.current?.content !== content) open.current = { content, key: crypto.randomUUID() };
      const { key: idempotencyKey } = open.current;
      try {
        const output = await send({ client, input, idempotencyKey });
        open.current = null;
        return output;
      } catch (error) {
        if (!(error instanceof SluiceUnanswered)) open.current = null;
        throw error;
      }
    },
    // A write changes more than what it names: the inbox, the overview, the lists. All of it is asked again.
    onSettled: () => queries.invalidateQueries({ queryKey: [tenant] }),
  });
}
