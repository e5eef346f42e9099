import { createSluiceClient, type SluiceClient } from '@sluice/client';
import { createContext, type ReactNode, use, useMemo, useRef } from 'react';
import { useAuth } from 'react-oidc-context';
import { useConfiguration } from '../session/session.tsx';
import { setSessionOver } from '../session/session-over.ts';
import { keepingAnswers } from './kept-answers.ts';

const ClientContext = createContext<SluiceClient | null>(null);

/** A token that is refused ends the session for all parts of the page at once. */
async function noticeRefusals(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 401) setSessionOver(true);
  return response;
}

interface ApiProviderProps {
  /** Absent: the first of the caller's. */
  readonly tenant?: string;
  readonly children: ReactNode;
}

/**
 * The typed client of one tenant. GETs are conditional without more ado: the page keeps the API's answers while it is
 * there, and asks with their ETag; no cache of the browser keeps any.
 */
export function ApiProvider({ tenant, children }: ApiProviderProps) {
  const { apiUrl } = useConfiguration();
  const { user } = useAuth();
  const token = useRef(user?.access_token ?? '');
  token.current = user?.access_token ?? '';
  const client = useMemo(
    () =>
      createSluiceClient({
        baseUrl: apiUrl,
        token: () => token.current,
        fetch: keepingAnswers(noticeRefusals),
        ...(tenant !== undefined && { tenant }),
      }),
    [apiUrl, tenant],
  );
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useClient(): SluiceClient {
  const client = use(ClientContext);
  if (client === null) throw new Error('there is no ApiProvider around this');
  return client;
}
