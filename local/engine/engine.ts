import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import path from 'node:path';
import { PRIVATE_FILE } from '../data-folder/write-atomically.ts';
import { listenSigned } from '../network/listen-signed.ts';
import { type LocalCredentials, newCredentials } from '../network/signature.ts';
import { LocalStackError } from '../stack-error.ts';
import { type AfterClaim, callEngine, type PolicyOf, serveEngine } from './engine-endpoint.ts';
import { type EngineAnswer, EngineProcess } from './engine-process.ts';
import { ENGINE_VARIABLE } from './engine-variable.ts';
import { type ReadUpTo, StreamRecords } from './stream-records.ts';

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
  /** Removes the records of streams that no reader needs any more. A foreign engine's are its own affair. */
  readonly trimStreams: (readUpTo: ReadUpTo) => Promise<void>;
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
    trimStreams: async () => undefined,
    failed: new Promise(() => undefined),
    stop: async () => undefined,
  };
}

/**
 * Starts the engine; with a file it keeps everything there, else in a file that goes with it. It listens nowhere. In
 * front of it, a server answers only requests signed with the credentials of this start.
 */
export async function startEngine(file: string | null): Promise<Engine> {
  if (file !== null) keepPrivate(file);
  const { process, streams, gone } = await (file === null ? startedForOnce() : started(file)).catch(
    (cause: Error) => {
      throw new LocalStackError(`the database engine did not start: ${cause.message}`, { cause });
    },
  );
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
    trimStreams: (readUpTo) => streams.trim(readUpTo, Date.now()),
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
      // Before the engine: whoever closes the file last files what is in its log.
      streams.close();
      await process.stop();
      gone();
    },
  };
}

interface Started {
  readonly process: EngineProcess;
  readonly streams: StreamRecords;
  /** Takes away what is left of the file, once the engine has ended. */
  readonly gone: () => void;
}

async function started(file: string): Promise<Started> {
  const process = await EngineProcess.start(file);
  try {
    return { process, streams: new StreamRecords(file), gone: () => undefined };
  } catch (error) {
    await process.stop();
    throw error;
  }
}

/**
 * With a file of its own, so that everything costs what it costs with a data folder: the engine's own memory gets no index
 * from outside. Where the system allows it the file loses its name at once: then nothing of it is left, however the
 * processes end.
 */
async function startedForOnce(): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-memory-'));
  const gone = () => rmSync(folder, { recursive: true, force: true });
  try {
    const opened = await started(path.join(folder, 'tables.db'));
    if (platform() !== 'win32') gone();
    return { ...opened, gone };
  } catch (error) {
    gone();
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
