import { signedHeaders } from '../../../adapters/webhooks/signed-headers.ts';
import { CommandError } from '../command-error.ts';
import type { DeliveryResult, ListedEvent } from './listen.ts';

/** Milliseconds for an attempt, as in a deployment. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** Names and addresses of this machine: the only ones that http is permitted to. */
const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Where events are forwarded to: https, or http on this machine. @throws CommandError */
export function receiverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPermitted =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (url !== null && isPermitted && url.username === '' && url.password === '') return url.href;
  throw new CommandError(`--forward-to ${text} is no address of a receiver`, {
    exit: 'usage',
    help: 'Accepted are https, and http on this machine, such as http://127.0.0.1:3000/hooks; no user and no password.',
  });
}

/** Posts an event once, signed, without following redirects. Never throws. */
export async function postEvent(
  url: string,
  event: ListedEvent,
  {
    secret,
    timeoutMs = ATTEMPT_TIMEOUT_MS,
  }: { readonly secret: string; readonly timeoutMs?: number },
): Promise<DeliveryResult> {
  const begun = performance.now();
  const end = (failure: string | null, answer: number | null): DeliveryResult => ({
    failure,
    answer,
    milliseconds: Math.round(performance.now() - begun),
  });
  const body = JSON.stringify(event);
  const at = new Date().toISOString();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: signedHeaders({ eventId: event.id, event: body, secrets: [secret], at }),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // What it says is not needed; the connection is.
    await response.body?.cancel();
    return end(response.ok ? null : 'answer', response.status);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return end(isLate ? 'timeout' : 'not-reached', null);
  }
}
