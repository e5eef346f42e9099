import type { RouteModel } from '../assembly/model.ts';

export interface RouteMatch {
  readonly route: RouteModel;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface CompiledRoute {
  readonly route: RouteModel;
  readonly method: string;
  readonly segments: readonly string[];
}

/**
 * Finds the route of a request as API Gateway's HTTP APIs do: the most specific path wins (a plain
 * segment before a parameter, a parameter before a greedy one), then a named method before ANY, and
 * `$default` last.
 */
export function compileRoutes(
  routes: readonly RouteModel[],
): (method: string, path: string) => RouteMatch | null {
  const fallback = routes.find(({ key }) => key === '$default');
  const compiled = routes
    .filter(({ key }) => key !== '$default')
    .map((route): CompiledRoute => {
      const [method = '', path = ''] = route.key.split(' ');
      return { route, method, segments: segmentsOf(path) };
    })
    .sort((left, right) => rankOf(left).localeCompare(rankOf(right)));
  return (method, path) => {
    const segments = segmentsOf(path);
    for (const candidate of compiled) {
      if (candidate.method !== 'ANY' && candidate.method !== method) continue;
      const pathParameters = match(candidate.segments, segments);
      if (pathParameters !== null) return { route: candidate.route, pathParameters };
    }
    return fallback === undefined ? null : { route: fallback, pathParameters: {} };
  };
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/^\//, '').split('/');
}

/** Sorts: plain segments first, segment by segment, then parameters, then greedy ones. */
function rankOf({ method, segments }: CompiledRoute): string {
  const ranks = segments.map((segment) => {
    if (!segment.startsWith('{')) return '0';
    return segment.endsWith('+}') ? '2' : '1';
  });
  return `${ranks.join('')}${method === 'ANY' ? '1' : '0'}`;
}

function match(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | null {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const name = /^\{([^}+]+)(\+?)\}$/.exec(part);
    const segment = segments[index];
    if (segment === undefined) return null;
    if (name?.[2] === '+') {
      parameters[name[1] ?? ''] = decoded(segments.slice(index).join('/'));
      return parameters;
    }
    if (name === null) {
      if (part !== segment) return null;
    } else {
      if (segment === '') return null;
      parameters[name[1] ?? ''] = decoded(segment);
    }
  }
  return segments.length === pattern.length ? parameters : null;
}

/** A path that is not valid percent-encoding is passed on as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
