import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { HttpResponse } from '../problems/problem.ts';
import { coveringTag } from '../requests/etag.ts';
import { headerOf } from '../requests/header.ts';
import { isOwnReader, READER_HEADERS, readerOf } from '../requests/language.ts';
import type { Declaration } from '../routes/declare.ts';

/**
 * Bytes from which on an answer is compressed: a smaller one fits into one packet with its headers, and compressing it
 * would only take time.
 */
const MIN_COMPRESSED_BYTES = 1_400;

/** Near the size of the best quality for JSON, in a small part of its time. */
const BROTLI_QUALITY = 4;

/** Characters of a digest in an ETag: 128 bits as base64url never meet by chance. */
const DIGEST_CHARACTERS = 22;

/** The caller's cache may keep it, and asks each time whether it still holds. */
const REVALIDATED = 'private, no-cache';

/** An answer depends on all of these: a cache keeps one for each. */
const VARY = 'accept-encoding, authorization, origin';
const VARY_SAID = `${VARY}, ${READER_HEADERS}`;

const TEXT = /^(?:text\/|application\/(?:json|problem\+json|xml))/;

type Coding = 'br' | 'gzip' | null;

interface Request {
  readonly routeKey: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * An answer as it leaves: compressed if the caller takes that; a read has an ETag that covers all of it, and is answered
 * 304 without a body as long as nothing has changed. No cache keeps any other answer, or one for a reader's language or zone.
 */
export function delivered(
  request: Request,
  declaration: Pick<Declaration, 'cache' | 'passing' | 'said'> | undefined,
  { covered, ...answer }: HttpResponse,
): HttpResponse {
  const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded === true ? 'base64' : 'utf8');
  const coding = isText(answer) && body.length >= MIN_COMPRESSED_BYTES ? codingFor(request) : null;
  const isKept =
    request.routeKey.startsWith('GET ') &&
    answer.statusCode === 200 &&
    declaration?.cache !== 'never';
  const isSaid = declaration?.said === true;
  const headers = { ...answer.headers, vary: isSaid ? VARY_SAID : VARY };
  if (!isKept) return encoded({ ...answer, headers }, body, coding);
  const steady = steadyPart(
    covered === undefined ? body : Buffer.from(covered),
    declaration?.passing ?? [],
  );
  const etag = coveringTag(
    answer.headers?.etag?.toString(),
    digestOf(steady, covered === undefined ? coding : null),
  );
  // One ETag names the facts for every reader: a cache that kept them in German would show them in English.
  if (isSaid && covered !== undefined && isOwnReader(readerOf(request))) {
    const own = { ...headers, etag };
    if (isByNoCache(request) && isKnown(request, etag)) return notModified(own);
    return encoded({ ...answer, headers: own }, body, coding);
  }
  const kept = { ...headers, etag, 'cache-control': REVALIDATED };
  if (isKnown(request, etag)) return notModified(kept);
  return encoded({ ...answer, headers: kept }, body, coding);
}

/** The answer without the members that only the passing of time changes. */
function steadyPart(body: Buffer, passing: readonly string[]): Buffer {
  if (passing.length === 0) return body;
  const without = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => without(each, path));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, inner]) => ({ name, inner, at: path === '' ? name : `${path}.${name}` }))
        .filter(({ at }) => !passing.includes(at))
        .map(({ name, inner, at }) => [name, without(inner, at)]),
    );
  };
  return Buffer.from(JSON.stringify(without(JSON.parse(body.toString('utf8')), '')));
}

/** Of two codings of one content, each has its own tag: a strong one names the very bytes. */
function digestOf(body: Buffer, coding: Coding): string {
  const digest = createHash('sha256')
    .update(coding ?? '')
    .update(body)
    .digest('base64url');
  return digest.slice(0, DIGEST_CHARACTERS);
}

/** By the weak comparison, as If-None-Match has it (RFC 9110, 13.1.2). "*" is for writes, and matches nothing here. */
function isKnown(request: Request, etag: string): boolean {
  const known = headerOf(request, 'if-none-match') ?? '';
  const weak = (tag: string): string => tag.trim().replace(/^W\//, '');
  return known.split(',').some((tag) => weak(tag) === weak(etag));
}

/** No cache on the way has added the ETag of another reader's answer: the caller keeps its own, as the console does. */
function isByNoCache(request: Request): boolean {
  return /\bno-cache\b/i.test(headerOf(request, 'cache-control') ?? '');
}

function notModified(headers: Readonly<Record<string, string | number | boolean>>): HttpResponse {
  const { 'content-type': _, 'content-disposition': __, ...kept } = headers;
  return { statusCode: 304, headers: kept };
}

function encoded(answer: HttpResponse, body: Buffer, coding: Coding): HttpResponse {
  if (coding === null) return answer;
  const bytes =
    coding === 'gzip'
      ? gzipSync(body)
      : brotliCompressSync(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        });
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': coding },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

function isText({ headers }: HttpResponse): boolean {
  return TEXT.test(String(headers?.['content-type'] ?? ''));
}

/** The coding that a caller takes, Brotli before gzip; none where it takes neither, or forbids it by a weight of 0. */
function codingFor(request: Request): Coding {
  const offered = new Map(
    (headerOf(request, 'accept-encoding') ?? '').split(',').map((each) => {
      const [name = '', weight = ''] = each.toLowerCase().split(';');
      return [name.trim(), !/^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(weight)];
    }),
  );
  if (offered.get('br') === true) return 'br';
  return offered.get('gzip') === true ? 'gzip' : null;
}
