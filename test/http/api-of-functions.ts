import findMyWay from 'find-my-way';
import { ROUTES } from '../../api/routes/routes.ts';
import type { Deployed } from '../integration/functions/deployed-functions.ts';
import { startEndpoint } from './endpoint.ts';

/** The token of a person in a test: who it is, and the groups. Only the server below takes it. */
export function tokenOf(person: string, ...groups: readonly string[]): string {
  return `${person}:${groups.join('+')}`;
}

/**
 * The deployed functions behind a socket, as API Gateway calls them: for clients that speak HTTP. The authoriser is left
 * out: the token says who it is.
 */
export async function startApiOf(deployed: () => Deployed) {
  const routes = findMyWay<findMyWay.HTTPVersion.V1>();
  for (const { method, path, function: name, key } of ROUTES) {
    routes.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, { name, key });
  }
  return await startEndpoint(async (request, response, body) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const found = routes.find(request.method as findMyWay.HTTPMethod, pathname);
    const [, person = '', groups = ''] =
      /^Bearer (\w+):([\w+-]*)$/.exec(request.headers.authorization ?? '') ?? [];
    if (found === null || person === '') {
      response.writeHead(found === null ? 404 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: found === null ? 'Not Found' : 'Unauthorized' }));
      return;
    }
    const { name, key } = found.store as { readonly name: string; readonly key: string };
    // The functions' tests read what they answer as it is.
    const { authorization: _, 'accept-encoding': __, ...headers } = request.headers;
    const query = Object.fromEntries(searchParams);
    const path = found.params as Readonly<Record<string, string>>;
    const answer = await deployed().call(name, {
      routeKey: key,
      by: person,
      groups: `[${groups.replaceAll('+', ' ')}]`,
      headers: headers as Readonly<Record<string, string>>,
      ...(Object.keys(query).length === 0 ? {} : { query }),
      ...(Object.keys(path).length === 0 ? {} : { path }),
      ...(body.length === 0 ? {} : { body: JSON.parse(body.toString('utf8')) }),
    });
    for (const [name, value] of Object.entries(answer.headers)) {
      response.setHeader(name, String(value));
    }
    response.writeHead(answer.status ?? 200).end(answer.bytes);
  });
}
