import type { SluiceClient } from '@sluice/client';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nameOfDraft } from '../session/drafts.ts';
import { usePerson } from '../session/person.tsx';
import { useClient } from './client.tsx';
import { isRefusal, openRequests, ownStorage } from './open-requests.ts';

export interface Sending<Input> {
  readonly client: SluiceClient;
  readonly input: Input;
  /** The same for every attempt at the same input until its outcome is known. */
  readonly idempotencyKey: string;
}

/**
 * A write. Nothing is shown as done before the answer. While the outcome is unknown (no answer, a failure of the API or
 * before it), the same input is sent with the same Idempotency-Key, so that it is carried out once.
 *
 * @param form the name of the form, which is that of its draft: with it, the key outlives a reload as the draft
 * does. Without, the key lives as long as the form is shown.
 */
export function useWrite<Input, Output>(
  send: (sending: Sending<Input>) => Promise<Output>,
  form?: string,
): UseMutationResult<Output, Error, Input> {
  const client = useClient();
  const { id, tenant } = usePerson();
  const queries = useQueryClient();
  const name = nameOfDraft(id, `${tenant}:request:${form ?? ''}`);
  const open = useMemo(
    () => openRequests(form === undefined ? ownStorage() : window.sessionStorage, name),
    [form, name],
  );

  return useMutation({
    mutationFn: async (input: Input) => {
      const content = JSON.stringify(input);
      try {
        const output = await send({ client, input, idempotencyKey: open.keyFor(content) });
        open.settled(content);
        return output;
      } catch (error) {
        if (isRefusal(error)) open.settled(content);
        throw error;
      }
    },
    // A write changes more than what it names: the inbox, the overview, the lists. All of it is asked again.
    onSettled: () => queries.invalidateQueries({ queryKey: [tenant] }),
  });
}
