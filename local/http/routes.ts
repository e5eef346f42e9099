import { METHODS } from 'node:http';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { RouteModel } from '../assembly/model.ts';

export interface RouteMatch {
  readonly route: RouteModel;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Characters of one part of a path: as many as Node.js takes in the headers of a request. */
const MAX_PARAMETER_CHARACTERS = 16 * 1024;

/**
 * Finds the route of a request as API Gateway's HTTP APIs do: the most specific path wins (a plain
 * segment before a parameter, a parameter before a greedy one), then a named method before ANY, and
 * `$default` last.
 */
export function compileRoutes(
  routes: readonly RouteModel[],
): (method: string, path: string) => RouteMatch | null {
  const router = findMyWay({ maxParamLength: MAX_PARAMETER_CHARACTERS });
  const isAny = ({ key }: RouteModel) => key.startsWith('ANY ');
  const fallback = routes.find(({ key }) => key === '$default');
  const others = routes.filter((route) => route !== fallback);
  for (const route of [...others.filter((each) => !isAny(each)), ...others.filter(isAny)]) {
    const [method = '', path = ''] = route.key.split(' ');
    const pattern = patternOf(path);
    for (const each of (isAny(route) ? METHODS : [method]) as HTTPMethod[]) {
      if (!router.hasRoute(each, pattern)) router.on(each, pattern, neverCalled, route);
    }
  }
  return (method, path) => {
    // Routes are compared with the path as it was sent: escaped once more, the router's own decoding gives that back.
    const found = router.find(method as HTTPMethod, path.replaceAll('%', '%25'));
    if (found !== null) {
      return { route: found.store, pathParameters: parametersOf(found.store, found.params) };
    }
    return fallback === undefined ? null : { route: fallback, pathParameters: {} };
  };
}

/** The router finds; it is the caller who calls. */
function neverCalled(): void {}

/** `/v1/{id}/{rest+}` as the router writes it: parameters are named by their place, so that paths of one shape are one. */
function patternOf(path: string): string {
  const segments = path.split('/').map((segment, index) => {
    if (!segment.startsWith('{')) return segment.replaceAll(':', '::');
    // No parameter is empty, but for a greedy one.
    return segment.endsWith('+}') ? '*' : `:${index}(^.+$)`;
  });
  return segments.join('/');
}

function parametersOf(
  { key }: RouteModel,
  found: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const [, path = ''] = key.split(' ');
  const parameters = path.split('/').flatMap((segment, index) => {
    const [, name = '', greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    if (greedy === undefined) return [];
    return [[name, decoded(found[greedy === '+' ? '*' : `${index}`] ?? '')] as const];
  });
  return Object.fromEntries(parameters);
}

/** A path that is not valid percent-encoding is passed on as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
