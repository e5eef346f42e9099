import type { HttpResponse, SaidResponse } from '../problems/problem.ts';
import type { DeclaredRoutes } from '../routes/declare.ts';

type Loaded = Readonly<Record<string, (input: never) => Promise<HttpResponse | SaidResponse>>>;

/**
 * Handlers whose code is loaded with the first request for one of them, so that a cold start for another route does not
 * pay for it: esbuild makes a file of its own of what `load` imports. There is a handler for every declared route; those
 * that are not among the loaded ones are to be replaced by whoever spreads them.
 */
export function loadedLater<Handlers extends Loaded>(
  { routes }: Pick<DeclaredRoutes, 'routes'>,
  load: () => Promise<Handlers>,
): Handlers {
  const state: { loading: Promise<Handlers> | null } = { loading: null };
  const handlers = async (): Promise<Handlers> => {
    state.loading ??= load();
    return await state.loading;
  };
  const later = (key: string) => async (input: never) => {
    const handler = (await handlers())[key];
    if (handler === undefined) throw new Error(`${key} is not among the routes loaded later`);
    return await handler(input);
  };
  return Object.fromEntries(
    Object.keys(routes).map((key) => [key, later(key)]),
  ) as unknown as Handlers;
}
