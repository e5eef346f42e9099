import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { ApiProvider, useClient } from '../api/client.tsx';
import { pageOf } from '../api/report-page.ts';
import { useReadAhead } from '../api/use-read.ts';
import { listNamedBy } from '../approving/instruction.ts';
import { Problem } from '../display/problem.tsx';
import { TimeZoneProvider, useTimeZone } from '../display/time-zone.tsx';
import { PersonProvider } from '../session/person.tsx';
import { Frame } from './frame.tsx';
import classes from './layout.module.css';
import { Shell } from './shell.tsx';

/** Until a report has said by which clocks the books are kept. */
const BEFORE_KNOWN = 'UTC';

/** `/`: on to the overview of the person's first tenant. */
export function FirstTenant() {
  return <ToFirstTenant place="overview" />;
}

/** An instruction as the API names it: a trade's id says that it is one. */
export function ToInstruction() {
  const { id = '' } = useParams();
  return <ToFirstTenant place={`${listNamedBy(id)}/${encodeURIComponent(id)}`} />;
}

/** A change of the policy: it waits in the inbox. */
export function ToChange() {
  const { id = '' } = useParams();
  return <ToFirstTenant place={`inbox?${new URLSearchParams({ open: `policy-change/${id}` })}`} />;
}

function ToFirstTenant({ place }: { readonly place: string }) {
  return (
    <ApiProvider>
      <FindTenant place={place} />
    </ApiProvider>
  );
}

function FindTenant({ place }: { readonly place: string }) {
  const { data, error, refetch } = useMe(undefined);
  if (data !== undefined) return <Navigate to={`/t/${data.tenant}/${place}`} replace />;
  return error === null ? <Frame /> : <Failed error={error} retry={() => void refetch()} />;
}

/** Everything below `/t/:tenant`: the person, the clocks of the books, and the shell around the screen. */
export function TenantRoot() {
  const { tenant = '' } = useParams();
  return (
    <ApiProvider key={tenant} tenant={tenant}>
      <WithPerson tenant={tenant} />
    </ApiProvider>
  );
}

function WithPerson({ tenant }: { readonly tenant: string }) {
  const { data, error, refetch } = useMe(tenant);
  const reporting = useReportingTimeZone(tenant);
  useReadAhead(tenant, '/v1/overview');
  if (data === undefined) {
    return error === null ? <Frame /> : <Failed error={error} retry={() => void refetch()} />;
  }
  return (
    <PersonProvider value={data}>
      <TimeZoneProvider reporting={reporting}>
        <ForReader tenant={tenant}>
          <Shell />
        </ForReader>
      </TimeZoneProvider>
    </PersonProvider>
  );
}

/** Below it, the API says moments by the person's clocks. */
function ForReader({
  tenant,
  children,
}: {
  readonly tenant: string;
  readonly children: ReactNode;
}) {
  const { timeZone } = useTimeZone();
  return (
    <ApiProvider tenant={tenant} timeZone={timeZone}>
      {children}
    </ApiProvider>
  );
}

function useMe(tenant: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: [tenant ?? '', '/v1/me'],
    queryFn: async ({ signal }) => (await client.get('/v1/me', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A report without a zone in its request is by the clocks of the books, and names them. */
function useReportingTimeZone(tenant: string): string {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [tenant, 'reporting time zone'],
    queryFn: async ({ signal }) => {
      const query = { from: new Date().toISOString(), interval: 'day', limit: 1 } as const;
      const answer = await client.get('/v1/reports/totals', { query, signal });
      return answer.status === 200 ? pageOf(answer.data).timeZone : BEFORE_KNOWN;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? BEFORE_KNOWN;
}

function Failed({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <main className={classes.alone}>
      <Problem error={error} onRetry={retry} />
      <p>
        <a href="/">To the tenant that is yours</a>
      </p>
    </main>
  );
}
