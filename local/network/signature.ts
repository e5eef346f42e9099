import {
  createHash,
  createHmac,
  type Hash,
  type Hmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';

/** The credentials by which this machine's endpoints know a caller. */
export interface LocalCredentials {
  /** Travels with every request, and in the address of a download. */
  readonly sessionToken: string;
  /** Never travels: it only signs. */
  readonly secretKey: string;
}

const SESSION_TOKEN_BYTES = 24;
const SECRET_KEY_BYTES = 30;

/** Random credentials for one start. */
export function newCredentials(): LocalCredentials {
  return {
    sessionToken: randomBytes(SESSION_TOKEN_BYTES).toString('base64url'),
    secretKey: randomBytes(SECRET_KEY_BYTES).toString('base64url'),
  };
}

/** As long as AWS takes a signature for a fresh one: an overheard signature is useless later. */
const FRESH_MS = 5 * 60 * 1_000;

/** Seconds that an address is good for at most, as AWS has it: seven days. */
const MAX_PRESIGNED_SECONDS = 7 * 86_400;

/** Headers without which a signature would hold for another request than the one that was signed. */
const MUST_BE_SIGNED = ['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];

/** S3's own clients send this in place of a body's digest. */
const UNSIGNED_BODY = /^(?:UNSIGNED-PAYLOAD|STREAMING-[A-Z0-9-]+)$/;

/** Digits of a time as signatures have it: 20261121T142345Z. */
const SIGNED_AT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** True for a request of a holder of the credentials: their session token, and signed with their key. */
export async function isSigned(
  request: IncomingMessage,
  credentials: LocalCredentials,
): Promise<boolean> {
  const { authorization = '', ...headers } = request.headers;
  const [, credential = '', names = ''] =
    /Credential=([^,]+), *SignedHeaders=([^,]+),/.exec(authorization) ?? [];
  if (!coversRequest(request, names.split(';'))) return false;
  const at = String(headers['x-amz-date'] ?? '');
  const again = signedAgain(request, { credential, names, at }, credentials);
  if (again === null) return false;
  const { signer, options } = again;
  const signed = await signer.sign(again.request, options);
  const token = String(headers['x-amz-security-token'] ?? '');
  return (
    same(authorization.replaceAll(/, */g, ', '), String(signed.headers.authorization)) &&
    same(token, credentials.sessionToken)
  );
}

/** True if the time that was signed is this machine's. */
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

/** The headers that name an operation are signed too, else it could be exchanged for another. */
function coversRequest({ headers }: IncomingMessage, signed: readonly string[]): boolean {
  const told = Object.keys(headers).filter((name) => name === 'x-amz-target');
  return [...MUST_BE_SIGNED, ...told].every((name) => signed.includes(name));
}

/** True for an address that was signed for downloading, as long as it is good. */
export async function isSignedAddress(
  request: IncomingMessage,
  credentials: LocalCredentials,
  nowMs: number = Date.now(),
): Promise<boolean> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const given = (name: string): string => searchParams.get(`X-Amz-${name}`) ?? '';
  const [at, expiresIn] = [given('Date'), Number(given('Expires'))];
  if (request.method !== 'GET' || given('Signature') === '') return false;
  // Anything but a time makes it NaN, which no moment is before.
  if (!(nowMs <= epochMsOf(at) + expiresIn * 1_000)) return false;
  if (expiresIn > MAX_PRESIGNED_SECONDS) return false;
  const claim = { credential: given('Credential'), names: given('SignedHeaders'), at };
  const again = signedAgain(request, claim, credentials);
  if (again === null) return false;
  const { signer, options } = again;
  const headers = { ...again.request.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const signed = await signer.presign({ ...again.request, headers }, { ...options, expiresIn });
  const wanted = new URLSearchParams(signed.query as Readonly<Record<string, string>>);
  wanted.sort();
  searchParams.sort();
  return same(String(searchParams), String(wanted));
}

/** A request's own statement of its signature. */
interface Claim {
  readonly credential: string;
  readonly names: string;
  readonly at: string;
}

/**
 * The inputs for signing a request once more, as its claim says, with the key of this start; null if that is
 * impossible.
 */
function signedAgain(
  { method = '', headers, url = '/' }: IncomingMessage,
  { credential, names, at }: Claim,
  { sessionToken, secretKey }: LocalCredentials,
) {
  const [accessKeyId = '', , region = '', service = ''] = credential.split('/');
  const signingDate = new Date(epochMsOf(at));
  if (accessKeyId === '' || Number.isNaN(signingDate.getTime())) return null;
  const { hostname, pathname, searchParams } = new URL(url, 'http://localhost');
  const signed = names.split(';');
  return {
    signer: new SignatureV4({
      credentials: { accessKeyId, secretAccessKey: secretKey, sessionToken },
      region,
      service,
      sha256: Sha256,
      // Every service but S3 signs the path as it is encoded once more.
      uriEscapePath: service !== 's3',
      applyChecksum: false,
    }),
    request: {
      method,
      protocol: 'http:',
      hostname,
      path: pathname,
      query: Object.fromEntries(
        [...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]),
      ),
      headers: Object.fromEntries(signed.map((name) => [name, String(headers[name] ?? '')])),
    },
    options: { signingDate, signableHeaders: new Set(signed) },
  };
}

/** The hash function, as the signer takes it: with a key it is HMAC. Its keys are texts and the digests of this. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      key === undefined ? createHash('sha256') : createHmac('sha256', key as string | Uint8Array);
  }

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    throw new Error('a hash is used once');
  }
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
