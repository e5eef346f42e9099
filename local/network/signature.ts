import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What the endpoints of this machine know a caller by. */
export interface LocalCredentials {
  /** Travels with every request, and in the address of a download. */
  readonly sessionToken: string;
  /** Never travels: it only signs. */
  readonly secretKey: string;
}

const SESSION_TOKEN_BYTES = 24;
const SECRET_KEY_BYTES = 30;

/** Credentials that nobody can guess, for one start. */
export function newCredentials(): LocalCredentials {
  return {
    sessionToken: randomBytes(SESSION_TOKEN_BYTES).toString('base64url'),
    secretKey: randomBytes(SECRET_KEY_BYTES).toString('base64url'),
  };
}

/** As long as AWS takes a signature for a fresh one: what was overheard is of no use later. */
const FRESH_MS = 5 * 60 * 1_000;

/** Headers without which a signature would hold for another request than the one that was signed. */
const MUST_BE_SIGNED = ['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];

/** What S3's own clients send in place of a body's digest. */
const UNSIGNED_BODY = /^(?:UNSIGNED-PAYLOAD|STREAMING-[A-Z0-9-]+)$/;

/** Digits of a time as signatures have it: 20261121T142345Z. */
const SIGNED_AT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** True for a request of a holder of the credentials: their session token, and signed with their key. */
export function isSigned(request: IncomingMessage, credentials: LocalCredentials): boolean {
  const { headers } = request;
  const parts = /Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  if (parts === null) return false;
  const [, credential = '', signedHeaders = '', signature = ''] = parts;
  const token = String(headers['x-amz-security-token'] ?? '');
  const payload = String(headers['x-amz-content-sha256'] ?? '');
  const at = String(headers['x-amz-date'] ?? '');
  if (!coversRequest(request, signedHeaders.split(';'))) return false;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const claim = { url, credential, signedHeaders, signature, token, payload, at };
  return holds(request, claim, credentials);
}

/** True where the time that was signed is this machine's. */
export function isTimely({ headers }: IncomingMessage, nowMs: number = Date.now()): boolean {
  return Math.abs(nowMs - epochMsOf(String(headers['x-amz-date'] ?? ''))) <= FRESH_MS;
}

/** True for the body whose digest was signed, and for S3's bodies that are signed without one. */
export function isBodyOf({ headers, method }: IncomingMessage, body: Buffer): boolean {
  const signed = String(headers['x-amz-content-sha256'] ?? '');
  // An address is signed for reading, which takes no body.
  if (signed === '') return method === 'GET' && body.length === 0;
  if (UNSIGNED_BODY.test(signed)) return headers['x-amz-target'] === undefined;
  return same(signed, createHash('sha256').update(body).digest('hex'));
}

/** What an operation is told by is signed too, else it could be exchanged for another. */
function coversRequest({ headers }: IncomingMessage, signed: readonly string[]): boolean {
  const told = Object.keys(headers).filter((name) => name === 'x-amz-target');
  return [...MUST_BE_SIGNED, ...told].every((name) => signed.includes(name));
}

/** True for an address that was signed for downloading, as long as it is good. */
export function isSignedAddress(
  request: IncomingMessage,
  credentials: LocalCredentials,
  nowMs: number = Date.now(),
): boolean {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const given = (name: string): string => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const [signature, at] = [given('Signature'), given('Date')];
  if (request.method !== 'GET' || signature === '') return false;
  const endsMs = epochMsOf(at) + Number(given('Expires')) * 1_000;
  // Anything but a time makes it NaN, which no moment is before.
  if (!(nowMs <= endsMs)) return false;
  url.searchParams.delete('X-Amz-Signature');
  const claim = {
    url,
    credential: given('Credential'),
    signedHeaders: given('SignedHeaders'),
    signature,
    token: given('Security-Token'),
    payload: 'UNSIGNED-PAYLOAD',
    at,
  };
  return holds(request, claim, credentials);
}

interface Claim {
  readonly url: URL;
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly token: string;
  readonly payload: string;
  readonly at: string;
}

/** Signature version 4, worked out again. */
function holds(
  request: IncomingMessage,
  claim: Claim,
  { sessionToken, secretKey }: LocalCredentials,
): boolean {
  const { url, credential, signedHeaders, signature, token, payload, at } = claim;
  const [, date = '', region = '', service = '', ending = ''] = credential.split('/');
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  // Every service but S3 signs the path as it is encoded once more.
  const path =
    service === 's3' ? url.pathname : url.pathname.split('/').map(encodeURIComponent).join('/');
  const canonical = [request.method, path, canonicalQuery(url), headers, signedHeaders, payload];
  const scope = [date, region, service, ending].join('/');
  const hashed = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const key = [date, region, service, ending].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  const wanted = hmac(key, ['AWS4-HMAC-SHA256', at, scope, hashed].join('\n')).toString('hex');
  return same(signature, wanted) && same(token, sessionToken);
}

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function same(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function epochMsOf(signedAt: string): number {
  const [, ...digits] = SIGNED_AT.exec(signedAt) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = digits;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
