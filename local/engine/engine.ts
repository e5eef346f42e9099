import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { PRIVATE_FILE } from '../data-folder/write-atomically.ts';
import { listenSigned } from '../network/listen-signed.ts';
import { type LocalCredentials, newCredentials } from '../network/signature.ts';
import { LocalStackError } from '../stack-error.ts';
import { type AfterClaim, callEngine, type PolicyOf, serveEngine } from './engine-endpoint.ts';
import { type EngineAnswer, EngineProcess } from './engine-process.ts';
import { ENGINE_VARIABLE } from './engine-variable.ts';
import { indexStreams } from './stream-index.ts';

/** DynamoDB on the wire, on this machine. */
export interface Engine {
  readonly endpoint: string;
  /** Of this start, random: only their holder is answered. A foreign engine requires none. */
  readonly credentials: LocalCredentials;
  /**
   * Calls an operation without the wire: no signature, no HTTP, and no client's own checks. For thousands of items at
   * once, before anything else runs. Null with a foreign engine.
   */
  readonly call: ((operation: string, input: object) => Promise<EngineAnswer>) | null;
  /** What is done after each claim from now on. A foreign engine's claims are not seen. */
  readonly onClaim: (afterClaim: AfterClaim) => void;
  /** Where the tables' own policies are looked up from now on; until then no table has one. */
  readonly onPolicy: (policyOf: PolicyOf) => void;
  /** Settles, with one line, when the engine ended although the stack did not stop it, or can write no more. */
  readonly failed: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** How long a foreign engine may take to answer. */
const ANSWER_TIMEOUT_MS = 15_000;

/** An engine that another program runs: it is neither started nor stopped here, nor protected. */
export async function foreignEngine(endpoint: string): Promise<Engine> {
  const url = URL.parse(endpoint);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new LocalStackError(`${ENGINE_VARIABLE}: ${endpoint} is not an address`);
  }
  try {
    await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  } catch (cause) {
    const hint = `start it, or unset ${ENGINE_VARIABLE} to use the built-in one`;
    throw new LocalStackError(`the database engine at ${endpoint} does not answer; ${hint}`, {
      cause,
    });
  }
  return {
    endpoint: url.origin,
    credentials: newCredentials(),
    call: null,
    onClaim: () => undefined,
    onPolicy: () => undefined,
    failed: new Promise(() => undefined),
    stop: async () => undefined,
  };
}

/**
 * Starts the engine; with a file it keeps everything there, else in memory. It listens nowhere. In front of it, a
 * server answers only requests signed with the credentials of this start.
 */
export async function startEngine(file: string | null): Promise<Engine> {
  if (file !== null) keepPrivate(file);
  const process = await started(file).catch((cause: Error) => {
    throw new LocalStackError(`the database engine did not start: ${cause.message}`, { cause });
  });
  const credentials = newCredentials();
  let afterClaim: AfterClaim = async () => undefined;
  let policyOf: PolicyOf = () => null;
  const front = await listenSigned(
    'the database engine',
    { credentials },
    (request, response, body) => {
      const hooks = { afterClaim: () => afterClaim(), policyOf: (arn: string) => policyOf(arn) };
      return serveEngine(process, hooks, request, response, body);
    },
  );
  return {
    endpoint: front.url,
    credentials,
    call: (operation, input) => callEngine(process, operation, JSON.stringify(input), 'owner'),
    onClaim: (next) => {
      afterClaim = next;
    },
    onPolicy: (next) => {
      policyOf = next;
    },
    failed: Promise.race([
      process.cannotWrite,
      process.ended.then((said) =>
        process.isStopped
          ? new Promise<string>(() => undefined)
          : `the database engine ended by itself: ${said}`,
      ),
    ]),
    stop: async () => {
      await front.close();
      await process.stop();
    },
  };
}

async function started(file: string | null): Promise<EngineProcess> {
  const process = await EngineProcess.start(file);
  try {
    if (file !== null) indexStreams(file);
    return process;
  } catch (error) {
    await process.stop();
    throw error;
  }
}

/** The engine makes its other files (the log of what it has not yet filed) with the first one's permissions. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(each)) chmodSync(each, PRIVATE_FILE);
  }
}
