import { createSluiceClient, type SluiceClient } from '@sluice/client';
import { createContext, type ReactNode, use, useMemo, useRef } from 'react';
import { useAuth } from 'react-oidc-context';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import { useLanguage } from '../display/language.tsx';
import { useConfiguration } from '../session/session.tsx';
import { setSessionOver } from '../session/session-over.ts';
import { keepingAnswers } from './kept-answers.ts';

const ClientContext = createContext<SluiceClient | null>(null);
const ReaderContext = createContext<Reader>({ language: 'en' });

/** Asks for texts in a language and by the clocks of a zone. A token that is refused ends the session for all parts of the page at once. */
function askingFor({ language, timeZone }: Reader) {
  return async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set('accept-language', language);
    if (timeZone !== undefined) headers.set('time-zone', timeZone);
    const response = await fetch(new Request(request, { headers }));
    if (response.status === 401) setSessionOver(true);
    return response;
  };
}

interface ApiProviderProps {
  /** Absent: the first of the caller's. */
  readonly tenant?: string;
  /** By whose clocks the API says moments; absent as long as the zone is not known. */
  readonly timeZone?: string;
  readonly children: ReactNode;
}

/**
 * The typed client of one tenant. GETs are conditional without more ado: the page keeps the API's answers while it is
 * there, and asks with their ETag; no cache of the browser keeps any.
 */
export function ApiProvider({ tenant, timeZone, children }: ApiProviderProps) {
  const { apiUrl } = useConfiguration();
  const { user } = useAuth();
  const { language } = useLanguage();
  const reader = useMemo(
    () => ({ language, ...(timeZone !== undefined && { timeZone }) }),
    [language, timeZone],
  );
  const token = useRef(user?.access_token ?? '');
  token.current = user?.access_token ?? '';
  const client = useMemo(
    () =>
      createSluiceClient({
        baseUrl: apiUrl,
        token: () => token.current,
        fetch: keepingAnswers(askingFor(reader)),
        ...(tenant !== undefined && { tenant }),
      }),
    [apiUrl, tenant, reader],
  );
  return (
    <ReaderContext value={reader}>
      <ClientContext value={client}>{children}</ClientContext>
    </ReaderContext>
  );
}

/** For whom the API's texts are. */
export function useReader(): Reader {
  return use(ReaderContext);
}

export function useClient(): SluiceClient {
  const client = use(ClientContext);
  if (client === null) throw new Error('there is no ApiProvider around this');
  return client;
}
