import type { paths } from './generated/api.ts';
import type { PathWith, ResponseOf } from './operations.ts';

type PageOf<P extends keyof paths> = Extract<
  ResponseOf<P, 'get'>,
  { readonly status: 200 }
>['data'] extends infer Body
  ? Extract<Body, { readonly items: readonly unknown[] }>
  : never;

/** The paths that answer lists. */
export type ListPath = {
  [P in PathWith<'get'>]: [PageOf<P>] extends [never] ? never : P;
}[PathWith<'get'>];

/** An item of the list below this path. */
export type ItemOf<P extends keyof paths> = PageOf<P>['items'][number];

/** A page as every list answers it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** For the page after this one; null on the last. */
  readonly next: string | null;
  /** For the page before this one; null on the first, and where a list goes in one direction only. */
  readonly previous: string | null;
}

/** The page in an answer's body. */
export function pageOf<Item>(body: unknown): Page<Item> {
  const { items, next, previous } = body as {
    readonly items: readonly Item[];
    readonly next?: string | null;
    readonly previous?: string | null;
  };
  return { items, next: next ?? null, previous: previous ?? null };
}
