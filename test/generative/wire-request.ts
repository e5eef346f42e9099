import { mutated } from './arbitraries/near-valid.ts';
import type { Plan, PlannedBody } from './arbitraries/plans.ts';
import { namedByPath, Real } from './arbitraries/real.ts';
import { operationNamed } from './document.ts';
import { found, type Known, type Seen, type Subject } from './world/known.ts';
import type { WireRequest } from './world/wire.ts';

/** What an HTTP client lets pass in a header; the rest never leaves it. */
const NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]/g;

/** Where the thing stands that a path is about. */
function collectionOf(method: string, template: string): Subject['collection'] {
  if (template === '/v1/controls/resume') return 'halt';
  if (template.startsWith('/v1/controls')) return 'controls';
  const isDecision = /^\/v1\/(?:withdrawals|trades)\/\{/.test(template);
  return isDecision ? 'instruction' : namedByPath(method, template);
}

/** A plan as the request that it is, now that it is known what exists. */
export function wireRequest(
  plan: Plan,
  known: Known,
  seen: Seen,
  bearer: string | undefined,
): WireRequest {
  const { method, template } = operationNamed(plan.operationId);
  const collection = collectionOf(method, template);
  const kind = template.startsWith('/v1/trades')
    ? ('trade' as const)
    : template.startsWith('/v1/withdrawals')
      ? ('withdrawal' as const)
      : null;
  const subject = { id: '', collection, kind };
  const real = (value: unknown): unknown =>
    resolved(value, (each) => found(each, known, seen, subject));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const given = plan.path[name];
    const id = String(real(given));
    subject.id = id;
    return given instanceof Real ? encodeURIComponent(id) : id;
  });
  const headers = Object.fromEntries(
    plan.headers.map(([name, value]) => [
      name.toLowerCase(),
      String(real(value)).replaceAll(NOT_IN_HEADERS, '?'),
    ]),
  );
  const body = bodyOf(plan, real);
  return {
    method,
    target: `${path}${queryOf(plan.query, real)}`,
    headers: {
      ...headers,
      ...(bearer === undefined ? {} : { authorization: bearer }),
      ...(plan.body === null ? {} : { 'content-type': plan.body.contentType }),
    },
    body,
  };
}

function bodyOf({ body, spoilt }: Plan, real: (value: unknown) => unknown): Buffer | null {
  if (body === null) return null;
  if (body.kind === 'bytes') return Buffer.from(body.latin1, 'latin1');
  const value = real(body.value);
  return Buffer.from(jsonText(spoilt === null ? value : mutated(value, spoilt)));
}

/** Nothing at all, where there is no JSON of it. */
function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function queryOf(query: Plan['query'], real: (value: unknown) => unknown): string {
  if (typeof query === 'string') return `?${query}`;
  if (query.length === 0) return '';
  const pairs = query.map(([name, value]) => {
    const text = String(real(value)).toWellFormed();
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
  return `?${pairs.join('&')}`;
}

/** A value with what it stands for in the place of what stands for it. */
function resolved(value: unknown, find: (real: Real) => unknown): unknown {
  if (value instanceof Real) return find(value);
  if (Array.isArray(value)) return value.map((each) => resolved(each, find));
  if (value === null || typeof value !== 'object') return value;
  const copy = {};
  for (const [name, each] of Object.entries(value)) {
    Object.defineProperty(copy, name, {
      value: resolved(each, find),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

/** For people: what was sent, shortened where it is long, and never the token. */
export function formatRequest({ caller, body: planned }: Plan, sent: WireRequest): string {
  const { authorization: _, ...headers } = sent.headers;
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${short(value)}`);
  const bytes = sent.body === null ? '' : ` ${bodyText(planned, sent.body)}`;
  return `${caller}: ${sent.method} ${short(sent.target)} {${more.join(', ')}}${bytes}`;
}

const SHOWN_CHARACTERS = 600;

function bodyText(planned: PlannedBody | null, body: Buffer): string {
  return short(body.toString(planned?.kind === 'bytes' ? 'latin1' : 'utf8'));
}

function short(text: string): string {
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}... (${text.length} characters)`;
}
