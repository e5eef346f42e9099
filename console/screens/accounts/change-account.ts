import type { Sending } from '../../api/use-write.ts';
import type { AccountBody } from './types.ts';

/** What an account is to be. */
export interface AccountChange {
  readonly body: AccountBody;
  /** Of the version that the change was begun on; null for a new account. */
  readonly etag: string | null;
}

/** Asks for the change; answers with the status: 202 where a second person decides. */
export async function changeAccount({
  client,
  input: { body, etag },
}: Pick<Sending<AccountChange>, 'client' | 'input'>): Promise<number> {
  const path = { id: body.id };
  return (await client.put('/v1/accounts/{id}', { path, body, ifMatch: { etag } })).status;
}
