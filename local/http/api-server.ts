import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ApiModel, AuthoriserModel } from '../assembly/model.ts';
import type { Functions } from '../functions/functions.ts';
import { readBody } from '../network/read-body.ts';
import { apiEvent } from './api-event.ts';
import {
  gatewayResponse,
  type HttpResponse,
  httpResponse,
  throttledResponse,
} from './api-response.ts';
import { type Authorisation, Authoriser } from './authoriser.ts';
import { crossOriginHeaders, preflightHeaders } from './cross-origin.ts';
import { compileRoutes, type RouteMatch } from './routes.ts';
import { Throttle } from './throttle.ts';

/** API Gateway's own limit on a body. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Lambda's limit on the event that the gateway makes of a request, headers, claims and escaped body included. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

export interface ApiServerOptions {
  readonly api: ApiModel;
  readonly functions: Pick<Functions, 'invoke'>;
  /** The issuer that stands in for one of the template. */
  readonly issuerFor: (model: AuthoriserModel) => string;
}

/** Answers the routes of one HTTP API as API Gateway would. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #find: ReturnType<typeof compileRoutes>;
  readonly #throttle: Throttle;
  readonly #roots: ReadonlySet<string>;
  readonly #authorisers = new Map<string, Authoriser>();

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#find = compileRoutes(options.api.routes);
    this.#throttle = new Throttle(options.api);
    this.#roots = new Set(options.api.routes.map(({ key }) => rootOf(key.split(' ')[1] ?? '')));
  }

  /** Whether a path begins as those of the API's routes do, so that nothing else may answer it. */
  owns(path: string): boolean {
    return this.#roots.has(rootOf(path));
  }

  async answer(request: IncomingMessage, url: URL): Promise<HttpResponse> {
    const requestId = randomUUID();
    const { crossOrigin } = this.#options.api;
    const preflight = preflightHeaders(crossOrigin, request.method, request.headers);
    const answer =
      preflight === null
        ? await this.#answer(request, url, requestId)
        : { status: 204, headers: preflight, body: Buffer.alloc(0) };
    const headers = { ...answer.headers, ...crossOriginHeaders(crossOrigin, request.headers) };
    return { ...answer, headers: { ...headers, 'apigw-requestid': requestId } };
  }

  async #answer(request: IncomingMessage, url: URL, requestId: string): Promise<HttpResponse> {
    const match = this.#find(request.method ?? '', url.pathname);
    if (match === null) return gatewayResponse(404, 'Not Found');
    const retryAfter = this.#throttle.refusal(match.route, performance.now());
    if (retryAfter !== null) return throttledResponse(retryAfter, requestId);
    const authorisation = await this.#authorise(match, request.headers.authorization);
    if (authorisation?.ok === false) {
      const { status, wwwAuthenticate } = authorisation;
      return gatewayResponse(status, status === 401 ? 'Unauthorized' : 'Forbidden', {
        'www-authenticate': wwwAuthenticate,
      });
    }
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === null) return gatewayResponse(413, 'Request Entity Too Large');
    const apiId = this.#options.api.id;
    const event = apiEvent({ request, url, body, match, apiId, authorisation, requestId });
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > MAX_EVENT_BYTES) {
      return gatewayResponse(413, 'Request Entity Too Large');
    }
    return await this.#invoke(match, payload);
  }

  async #authorise(
    { route }: RouteMatch,
    header: string | undefined,
  ): Promise<Authorisation | null> {
    const { authoriser: model, scopes } = route;
    if (model === null) return null;
    const issuer = this.#options.issuerFor(model);
    const key = JSON.stringify([issuer, model.audience]);
    const authoriser =
      this.#authorisers.get(key) ?? new Authoriser({ issuer, audience: model.audience });
    this.#authorisers.set(key, authoriser);
    return await authoriser.authorise(header, scopes);
  }

  /** A function that outlasts the route's timeout goes on; its result is ignored. */
  async #invoke({ route }: RouteMatch, payload: string): Promise<HttpResponse> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), route.timeoutMs);
    });
    const invocation = this.#options.functions.invoke(route.functionName, payload);
    const result = await Promise.race([invocation, late]);
    clearTimeout(timer);
    if (result === null) return gatewayResponse(503, 'Service Unavailable');
    return result.ok ? httpResponse(result.payload) : gatewayResponse(500, 'Internal Server Error');
  }
}

/** "v1" of "/v1/rules". */
function rootOf(path: string): string {
  return path.split('/')[1] ?? '';
}
