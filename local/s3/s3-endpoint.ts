import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BucketModel } from '../assembly/model.ts';
import type { ObjectHeaders } from './object-headers.ts';
import type { Objects } from './objects.ts';

/** A part of an upload, or a whole object: S3 takes 5 GiB, a person's machine looks at some exports. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Headers of a request that are kept and answered with. */
const KEPT_HEADERS = ['content-type', 'content-disposition', 'cache-control'] as const;

/** Before the names of the metadata that a program gave an object itself. */
const OWN_METADATA = 'x-amz-meta-';

export interface S3Endpoint {
  readonly buckets: readonly BucketModel[];
  readonly objects: Objects;
  /**
   * How S3 answers a GET of a missing object: a caller that may list is told that it is missing. @default 'not-found'
   */
  readonly missing?: 'not-found' | 'denied';
}

/** The bucket and the object's key in a path of path style, where the bucket is one of the assembly. */
function targetOf({ buckets }: S3Endpoint, path: string): { bucket: string; key: string } | null {
  const [, bucket = '', ...rest] = path.split('/');
  if (!buckets.some(({ name }) => name === decodeURIComponent(bucket))) return null;
  return { bucket, key: rest.map(decodeURIComponent).join('/') };
}

/** True for a request of S3, by its bucket. */
export function isS3Request(endpoint: S3Endpoint, path: string): boolean {
  return targetOf(endpoint, path) !== null;
}

/**
 * S3 as far as exports need it: PutObject, GetObject, HeadObject, uploads in parts, and the first keys below a
 * prefix. Other operations of S3 (deleting, ranges, versions, lifecycles, encryption) are not served and say so.
 */
export function serveS3(
  endpoint: S3Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const target = targetOf(endpoint, url.pathname);
  if (target?.key === '' && isListBelow(request, url)) {
    answerList(endpoint.objects, target.bucket, url.searchParams, response);
    return;
  }
  if (target === null || target.key === '') {
    refuse(response, 501, 'NotImplemented', 'calls about buckets are not served locally');
    return;
  }
  const place = `${target.bucket}/${target.key}`;
  if (body.length > MAX_BODY_BYTES) {
    refuse(response, 400, 'EntityTooLarge', `at most ${MAX_BODY_BYTES} bytes are served locally`);
    return;
  }
  const { objects } = endpoint;
  const uploadId = url.searchParams.get('uploadId');
  const call = `${request.method}${uploadId === null ? '' : ' of an upload'}`;
  switch (call) {
    case 'GET':
    case 'HEAD':
      answerObject(endpoint, place, request, response);
      return;
    case 'PUT':
      answerTag(response, objects.put(place, { headers: headersOf(request), content: body }));
      return;
    case 'POST':
      if (url.searchParams.has('uploads')) {
        const id = objects.beginUpload(place, headersOf(request));
        xml(response, 'InitiateMultipartUploadResult', { UploadId: id });
        return;
      }
      break;
    case 'PUT of an upload': {
      const number = Number(url.searchParams.get('partNumber'));
      answerTag(response, objects.putPart(uploadId ?? '', place, number, body), 'NoSuchUpload');
      return;
    }
    case 'POST of an upload': {
      const tag = objects.completeUpload(uploadId ?? '', place);
      if (tag === null) refuse(response, 404, 'NoSuchUpload', 'there is no such upload');
      else xml(response, 'CompleteMultipartUploadResult', { ETag: tag });
      return;
    }
    case 'DELETE of an upload':
      objects.abandonUpload(uploadId ?? '');
      response.writeHead(204).end();
      return;
  }
  refuse(response, 501, 'NotImplemented', `${request.method} ${url.search} is not served locally`);
}

/** ListObjectsV2 below a prefix; there are no further pages. */
function isListBelow({ method }: IncomingMessage, { searchParams }: URL): boolean {
  const isList = method === 'GET' && searchParams.get('list-type') === '2';
  return isList && searchParams.has('prefix') && searchParams.has('max-keys');
}

/** The first keys below the prefix, in the order of S3. */
function answerList(
  objects: Objects,
  bucket: string,
  asked: URLSearchParams,
  response: ServerResponse,
): void {
  const prefix = `${bucket}/${asked.get('prefix') ?? ''}`;
  const keys = objects
    .placesBelow(prefix)
    .slice(0, Number.parseInt(asked.get('max-keys') ?? '', 10))
    .map((place) => place.slice(bucket.length + 1));
  const contents = keys.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join('');
  const answer = `<ListBucketResult><KeyCount>${keys.length}</KeyCount>${contents}</ListBucketResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(answer);
}

function answerObject(
  { objects, missing = 'not-found' }: S3Endpoint,
  place: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const object = objects.get(place);
  if (object === null) {
    if (missing === 'denied') refuse(response, 403, 'AccessDenied', 'Access Denied');
    else refuse(response, 404, 'NoSuchKey', 'there is no such object');
    return;
  }
  const { headers, content } = object;
  response.writeHead(200, { ...headers, 'content-length': content.length });
  response.end(request.method === 'HEAD' ? undefined : content);
}

function headersOf({ headers }: IncomingMessage): ObjectHeaders {
  const own = Object.keys(headers).filter((name) => name.startsWith(OWN_METADATA));
  return Object.fromEntries(
    [...KEPT_HEADERS, ...own].flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

function answerTag(response: ServerResponse, tag: string | null, code = 'SlowDown'): void {
  if (tag !== null) response.writeHead(200, { etag: tag }).end();
  else refuse(response, code === 'SlowDown' ? 503 : 404, code, 'it cannot be stored');
}

function xml(response: ServerResponse, name: string, content: Readonly<Record<string, string>>) {
  const inside = Object.entries(content).map(([key, text]) => `<${key}>${escaped(text)}</${key}>`);
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${inside.join('')}</${name}>`);
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
