import { gzipSync } from 'node:zlib';

/** What is sent, byte for byte, and what it has to be answered. */
export interface AbuseCase {
  readonly kind: string;
  /** In words, for the page. */
  readonly input: string;
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly status: number;
  /** Of the problem; null where it is answered, or by the gateway, which has no codes. */
  readonly code: string | null;
}

/** A withdrawal asked for by hand: what is hostile here would be money if it were taken. */
const WITHDRAWALS = '/v1/withdrawals';
const PREVIEW = '/v1/sweep-rules/preview';
const KB = 1_024;

const refused = { status: 422, code: 'invalid-body' } as const;
const badAmount = { status: 422, code: 'amount-invalid' } as const;
const otherType = { status: 415, code: 'content-type-unsupported' } as const;
const notJson = { status: 400, code: 'not-json' } as const;
const tooLarge = { status: 413, code: 'body-too-large' } as const;
const notFound = { status: 404, code: 'not-found' } as const;
const noRoute = { status: 404, code: null } as const;
const badQuery = { status: 400, code: 'invalid-query' } as const;

/** Well formed but for what is put in: it would be refused for its account alone otherwise. */
function withdrawal(comment: string, more = ''): string {
  return `{"withdrawalAccountId":"6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01","amount":"0.01","comment":"${comment}"${more}}`;
}

export const CASES: readonly AbuseCase[] = [
  ...bodies('too large', [
    ['11 kB of a text', withdrawal('x'.repeat(11 * KB)), tooLarge],
    ['10 MB and a byte', Buffer.alloc(10 * KB * KB + 1, 'x'), { status: 413, code: null }],
    ['a word of 1,001 characters', withdrawal('x'.repeat(1_001)), refused],
  ]),
  {
    kind: 'too large',
    input: '270 kB of a draft of rules',
    target: PREVIEW,
    body: `{"rules":"${'x'.repeat(270 * KB)}"}`,
    ...tooLarge,
  },
  ...bodies('deep', [
    ['5,000 lists within each other', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, notJson],
    ['5,000 lists that nothing closes', '['.repeat(5_000), notJson],
    [
      '1,500 objects in a field',
      withdrawal('deep', `,"a":${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`),
      refused,
    ],
  ]),
  {
    kind: 'deep',
    input: '120,000 lists in a draft of rules',
    target: PREVIEW,
    body: `{"rules":${'['.repeat(120_000)}${']'.repeat(120_000)}}`,
    ...notJson,
  },
  ...bodies('encoding', [
    ['UTF-16', Buffer.from(withdrawal('as agreed'), 'utf16le'), notJson],
    ['a byte order mark before it', `\u{feff}${withdrawal('as agreed')}`, notJson],
    ['bytes that are no UTF-8, as a key', Buffer.from('{"\xff\xfe":1}', 'latin1'), refused],
    ['half of a character', withdrawal('\\ud800'), refused],
    ['a line break within a text', withdrawal('a\nb'), notJson],
    ['compressed', gzipSync(withdrawal('as agreed')), notJson, { 'content-encoding': 'gzip' }],
    [
      'XML with an external entity',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
      notJson,
    ],
    [
      'a form',
      'amount=1&comment=as+agreed',
      otherType,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['nothing', '', notJson],
    ['a number where text must be', withdrawal('as agreed').replace('"0.01"', '0.01'), badAmount],
    ['1e999 for an amount', withdrawal('as agreed').replace('"0.01"', '"1e999"'), badAmount],
  ]),
  ...bodies('duplicate keys', [
    ['two amounts', withdrawal('as agreed', ',"amount":"3"'), refused],
    ['two amounts, one of them escaped', withdrawal('as agreed', ',"\\u0061mount":"3"'), refused],
  ]),
  ...bodies('prototype pollution', [
    ['__proto__ with a role', withdrawal('as agreed', ',"__proto__":{"isAdmin":true}'), refused],
    [
      'constructor.prototype',
      withdrawal('as agreed', ',"constructor":{"prototype":{"isAdmin":true}}'),
      refused,
    ],
    ['__proto__ that has all the fields', `{"__proto__":${withdrawal('as agreed')}}`, refused],
  ]),
  get('prototype pollution', '__proto__ as a parameter', '/v1/lanes?__proto__=1', badQuery),
  get('prototype pollution', '__proto__ as a state', '/v1/instructions?state=__proto__', badQuery),
  get('prototype pollution', '__proto__ as an id', '/v1/withdrawals/__proto__', notFound),
  header(
    'a cookie behind an escaped line break',
    { 'idempotency-key': 'a%0d%0aSet-Cookie:%20a=b' },
    refused,
  ),
  header(
    'an Idempotency-Key with a space',
    { 'idempotency-key': 'a b' },
    { status: 400, code: 'idempotency-key-invalid' },
  ),
  header(
    'two Idempotency-Keys in one',
    { 'idempotency-key': 'a,b' },
    { status: 400, code: 'idempotency-key-invalid' },
  ),
  header(
    'an Idempotency-Key of 256 characters',
    { 'idempotency-key': 'k'.repeat(256) },
    { status: 400, code: 'idempotency-key-invalid' },
  ),
  header('another method than it is', { 'x-http-method-override': 'DELETE' }, refused),
  header(
    'another caller than it is',
    { 'x-forwarded-user': 'admin', 'x-amzn-oidc-data': 'admin' },
    refused,
  ),
  header('17 kB of a header', { 'x-long': 'x'.repeat(17 * KB) }, { status: 431, code: null }),
  get('paths', 'out of the API', '/v1/../../etc/passwd', noRoute),
  get('paths', 'out of an id, escaped', '/v1/withdrawals/..%2f..%2fcontrols', notFound),
  get('paths', 'two slashes', '//v1/lanes', noRoute),
  get('paths', 'a slash behind', '/v1/lanes/', noRoute),
  get('paths', 'capital letters', '/V1/LANES', noRoute),
  get('paths', 'an id with a NUL', '/v1/withdrawals/%00', notFound),
  get('paths', 'an id that is no UTF-8', '/v1/withdrawals/%ff', notFound),
  get('paths', 'an id of 3,000 characters', `/v1/withdrawals/${'i'.repeat(3_000)}`, notFound),
  get('paths', 'a matrix parameter', '/v1/withdrawals/0;id=1', notFound),
  get('paths', 'a key of the store as an id', '/v1/sweep-rules/RULE%23btc-cold', notFound),
  get('parameters', 'the same one twice', '/v1/withdrawals?limit=1&limit=2', badQuery),
  get('parameters', 'one that there is not', '/v1/withdrawals?limits=1', badQuery),
  get('parameters', 'a cursor of one’s own making', '/v1/withdrawals?cursor=eyJwayI6Im90aGVyIn0', {
    status: 400,
    code: 'cursor-refused',
  }),
];

type Answer = Pick<AbuseCase, 'status' | 'code'>;
type Body = readonly [
  input: string,
  body: string | Buffer,
  answer: Answer,
  headers?: Readonly<Record<string, string>>,
];

function bodies(kind: string, of: readonly Body[]): readonly AbuseCase[] {
  return of.map(([input, body, answer, headers = {}]) => ({
    kind,
    input,
    body,
    headers,
    ...answer,
  }));
}

function get(kind: string, input: string, target: string, answer: Answer): AbuseCase {
  return { kind, input, method: 'GET', target, ...answer };
}

/** Sent with a body that is refused by itself, so that nothing but a refusal can be right. */
function header(
  input: string,
  headers: Readonly<Record<string, string>>,
  answer: Answer,
): AbuseCase {
  return { kind: 'headers', input, headers, body: '{}', ...answer };
}

export const DEFAULT_TARGET = WITHDRAWALS;
