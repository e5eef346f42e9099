import { createSluiceClient, type SluiceClient } from '@sluice/client';
import { createContext, type ReactNode, use, useMemo, useRef } from 'react';
import { useAuth } from 'react-oidc-context';
import type { Language } from '../../treasury/facts/sentences/language.ts';
import { useLanguage } from '../display/language.tsx';
import { useConfiguration } from '../session/session.tsx';
import { setSessionOver } from '../session/session-over.ts';
import { keepingAnswers } from './kept-answers.ts';

const ClientContext = createContext<SluiceClient | null>(null);

/** Asks in a language. A token that is refused ends the session for all parts of the page at once. */
function askingIn(language: Language) {
  return async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set('accept-language', language);
    const response = await fetch(new Request(request, { headers }));
    if (response.status === 401) setSessionOver(true);
    return response;
  };
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
  const { language } = useLanguage();
  const token = useRef(user?.access_token ?? '');
  token.current = user?.access_token ?? '';
  const client = useMemo(
    () =>
      createSluiceClient({
        baseUrl: apiUrl,
        token: () => token.current,
        fetch: keepingAnswers(askingIn(language)),
        ...(tenant !== undefined && { tenant }),
      }),
    [apiUrl, tenant, language],
  );
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useClient(): SluiceClient {
  const client = use(ClientContext);
  if (client === null) throw new Error('there is no ApiProvider around this');
  return client;
}
