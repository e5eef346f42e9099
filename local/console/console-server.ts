import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ConsoleConfiguration } from '../../runtime/console/console-configuration.ts';
import {
  CONFIGURATION_FILE,
  cachingOf,
  FILE_PATH,
  mediaTypeOf,
  PAGE,
  SIGNED_OUT_PATH,
  UNCACHED,
} from '../../runtime/console/console-files.ts';
import {
  FILE_POLICY,
  pagePolicy,
  SECURITY_HEADERS,
  SIGNED_OUT_HEADERS,
} from '../../runtime/console/page-headers.ts';
import type { HttpResponse } from '../http/api-response.ts';
import { waitingPage } from './waiting-page.ts';

/** Bytes below which compressing gains nothing: the same bound as a content network's. */
const MIN_COMPRESSED_BYTES = 1_000;

/** About as hard as a content network compresses. */
const BROTLI_QUALITY = 5;

/** Media types that are compressed already. */
const COMPRESSED_TYPES = /^(image\/(png|x-icon)|font\/)/;

type Encoding = 'br' | 'gzip' | null;

interface ConsoleFile {
  readonly name: string;
  readonly content: Buffer;
  /** Compressed when it is first asked for. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

export interface ConsoleRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The settings of the page, for the address that it is asked for at. */
  readonly configuration: ConsoleConfiguration;
}

/**
 * Serves the console as the deployment does: the same files, headers and caching. Until the build is done, the page says
 * so and looks again; if it failed, it says that.
 */
export class ConsoleServer {
  #files: ReadonlyMap<string, ConsoleFile> | null = null;
  #failure: string | null = null;

  /** Serves the files of a folder from when it is built. */
  static of(building: Promise<string>): ConsoleServer {
    const server = new ConsoleServer();
    void server.#take(building);
    return server;
  }

  async #take(building: Promise<string>): Promise<void> {
    try {
      this.#files = readFiles(await building);
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
    }
  }

  async answer({ path: asked, headers, configuration }: ConsoleRequest): Promise<HttpResponse> {
    const isFile = FILE_PATH.test(asked);
    const name = isFile ? asked.slice(1) : PAGE;
    if (name === CONFIGURATION_FILE) return configurationFile(configuration);
    if (this.#files === null) return isFile ? notFound() : waitingPage(this.#failure);
    const file = this.#files.get(name);
    if (file === undefined) return notFound();
    const answered = await answerWith(file, headers, configuration);
    if (asked !== SIGNED_OUT_PATH) return answered;
    return { ...answered, headers: { ...answered.headers, ...SIGNED_OUT_HEADERS } };
  }
}

function readFiles(folder: string): ReadonlyMap<string, ConsoleFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry): ConsoleFile => {
      const place = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, place).split(path.sep).join('/');
      // An ending that browsers would refuse fails here, and not first in the cloud.
      mediaTypeOf(name);
      return { name, content: readFileSync(place), encoded: new Map() };
    });
  return new Map(files.map((file) => [file.name, file]));
}

async function answerWith(
  file: ConsoleFile,
  asked: IncomingHttpHeaders,
  configuration: ConsoleConfiguration,
): Promise<HttpResponse> {
  const { name, content } = file;
  const type = mediaTypeOf(name);
  const isCompressed = content.length >= MIN_COMPRESSED_BYTES && !COMPRESSED_TYPES.test(type);
  const encoding = isCompressed ? encodingFor(asked['accept-encoding']) : null;
  return {
    status: 200,
    headers: {
      ...headersOf(name, configuration),
      'content-type': type,
      ...(isCompressed && { vary: 'accept-encoding' }),
      ...(encoding !== null && { 'content-encoding': encoding }),
    },
    body: await encoded(file, encoding),
  };
}

function headersOf(name: string, configuration: ConsoleConfiguration): OutgoingHttpHeaders {
  return {
    ...SECURITY_HEADERS,
    'content-security-policy': name === PAGE ? policyOf(configuration) : FILE_POLICY,
    'cache-control': cachingOf(name),
  };
}

function policyOf({ apiUrl, issuer }: ConsoleConfiguration): string {
  return pagePolicy([new URL(apiUrl).origin, new URL(issuer).origin]);
}

function configurationFile(configuration: ConsoleConfiguration): HttpResponse {
  return {
    status: 200,
    headers: {
      ...headersOf(CONFIGURATION_FILE, configuration),
      'content-type': mediaTypeOf(CONFIGURATION_FILE),
    },
    body: Buffer.from(`${JSON.stringify(configuration, null, 2)}\n`),
  };
}

function notFound(): HttpResponse {
  return {
    status: 404,
    headers: {
      ...SECURITY_HEADERS,
      'content-security-policy': FILE_POLICY,
      'cache-control': UNCACHED,
      'content-type': 'text/plain; charset=utf-8',
    },
    body: Buffer.from('there is no such file of the console\n'),
  };
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.split(';')[0]);
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : null;
}

async function encoded({ content, encoded }: ConsoleFile, encoding: Encoding): Promise<Buffer> {
  if (encoding === null) return content;
  const made = encoded.get(encoding) ?? encode(content, encoding);
  encoded.set(encoding, made);
  return await made;
}

async function encode(content: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return await promisify(gzip)(content);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return await promisify(brotliCompress)(content, { params });
}
