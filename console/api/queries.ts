import { QueryClient } from '@tanstack/react-query';

/** Milliseconds for which another part of the page may use an answer without asking again. */
const FRESH_MS = 1_000;

/** Attempts at a read are the client's affair, which waits as the API asks; a second layer would multiply them. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
