import type { InputOf, PathWith, ResponseOf, SluiceClient } from '@sluice/client';
import {
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import { useTenant } from '../session/person.tsx';
import { useClient, useReader } from './client.tsx';

/** Milliseconds between two looks at what may have changed elsewhere: a colleague's decision shows up within them. */
export const POLL_MS = 5_000;

/** An answer without its headers, so that an unchanged one stays the same object and draws nothing again. */
export interface Answer<Data> {
  readonly data: Data;
  /** For `ifMatch` of a decision about exactly this. */
  readonly etag: string | null;
}

type DataOf<P extends PathWith<'get'>> = Extract<ResponseOf<P, 'get'>, { status: 200 }>['data'];
type ReadInput<P extends PathWith<'get'>> = Omit<InputOf<P, 'get'>, 'signal'>;

export type ReadResult<P extends PathWith<'get'>> = UseQueryResult<Answer<DataOf<P>>>;

export interface ReadOptions {
  /** False: asked once, for what never changes. @default true */
  readonly isPolled?: boolean;
  /** Milliseconds between two looks, where what is read changes more rarely. @default POLL_MS */
  readonly everyMs?: number;
  /** False: not asked at all yet. @default true */
  readonly isEnabled?: boolean;
  /** Shows the page before while the next one is on its way. @default false */
  readonly keepsPrevious?: boolean;
}

/** The key of everything that was read by a path, for the writes that change it. */
export function keyOf(tenant: string, path: PathWith<'get'>, input?: object): readonly unknown[] {
  return input === undefined ? [tenant, path] : [tenant, path, input];
}

/** A read of the API that stays up to date while the page is visible. */
export function useRead<P extends PathWith<'get'>>(
  path: P,
  input?: ReadInput<P>,
  options?: ReadOptions,
): ReadResult<P> {
  const client = useClient();
  const tenant = useTenant();
  const reader = useReader();
  return useQuery(queryOptions({ client, tenant, reader }, path, input, options));
}

/** Asks for what the next part of the page reads for certain, before that part is there. */
export function useReadAhead<P extends PathWith<'get'>>(tenant: string, path: P): void {
  const client = useClient();
  const queries = useQueryClient();
  const reader = useReader();
  useEffect(() => {
    // A read that fails is asked again by the part that shows it.
    void queries.prefetchQuery(queryOptions({ client, tenant, reader }, path, undefined));
  }, [client, queries, tenant, reader, path]);
}

/** The same read of several things: one result for each input, in their order. */
export function useReads<P extends PathWith<'get'>>(
  path: P,
  inputs: readonly ReadInput<P>[],
  options?: ReadOptions,
): readonly ReadResult<P>[] {
  const client = useClient();
  const tenant = useTenant();
  const reader = useReader();
  return useQueries({
    queries: inputs.map((input) => queryOptions({ client, tenant, reader }, path, input, options)),
  });
}

interface Asking {
  readonly client: SluiceClient;
  readonly tenant: string;
  readonly reader: Reader;
}

function queryOptions<P extends PathWith<'get'>>(
  { client, tenant, reader }: Asking,
  path: P,
  input: ReadInput<P> | undefined,
  { isPolled = true, everyMs = POLL_MS, isEnabled = true, keepsPrevious = false }: ReadOptions = {},
): UseQueryOptions<Answer<DataOf<P>>> {
  return {
    // Behind the rest, by which writes find it: an answer for another reader is another one.
    queryKey: [...keyOf(tenant, path, input ?? {}), reader],
    queryFn: async ({ signal }): Promise<Answer<DataOf<P>>> => {
      // The arguments are typed above; here they are those of any path.
      const get = client.get as (path: P, input: object) => Promise<ResponseOf<P, 'get'>>;
      const { data, etag } = await get(path, { ...input, signal });
      return { data: data as DataOf<P>, etag };
    },
    enabled: isEnabled,
    refetchInterval: isPolled ? everyMs : false,
    ...(keepsPrevious && { placeholderData: keepPreviousData<Answer<DataOf<P>>> }),
  };
}
