import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { LocalStackError } from '../stack-error.ts';
import { ANALYTICS_FOLDER, TABLES_FILE } from './files.ts';
import { type FolderIdentity, folderIdentity } from './folder-identity.ts';
import { keepPrivate } from './keep-private.ts';
import { takeLock } from './lock.ts';
import { PRIVATE_FOLDER, writeAtomically } from './write-atomically.ts';

/**
 * The format of the data. It counts changes that no code here reads any more; until 1.0.0 each change of a stored item
 * may be one. A folder of another format is refused, and nothing in it is touched.
 */
export const DATA_FORMAT = 4;

/** Without a format: from before there was one. */
const belonging = z.object({ service: z.string(), format: z.optional(z.int()) });

/** The places of a stack's persistent data; every path is null if it keeps nothing. */
export interface DataFolder {
  readonly tables: string | null;
  readonly streams: string | null;
  readonly queues: string | null;
  readonly objects: string | null;
  /** The analyst's files, as they are in S3: npm run sql reads them. */
  readonly analytics: string | null;
  readonly identityKeys: string | null;
  /** Values of secrets that were generated; the token is never one of them. */
  readonly secrets: string | null;
  /** Keys of seals: in no table, so that an attacker with write access to one cannot make a seal. */
  readonly sealKeys: string | null;
  readonly sandbox: string | null;
  readonly log: string | null;
  /** The address of the running stack's secrets; gone when no stack runs. */
  readonly awsEnvironment: string | null;
  /** Identity of the folder, told from its copies; null if nothing is kept. */
  readonly identity: FolderIdentity | null;
  /** Whether it was this service's before it was opened. */
  readonly isClaimed: boolean;
  /** Makes it this service's, for ever, and private: once nothing refuses the start any more. */
  readonly claim: () => void;
  /** Leaves it to the next; without a trace where it was new and was not claimed. */
  readonly close: () => void;
}

/** Keeps nothing: with the process, everything is gone. */
export const MEMORY: DataFolder = {
  tables: null,
  streams: null,
  queues: null,
  objects: null,
  analytics: null,
  identityKeys: null,
  secrets: null,
  sealKeys: null,
  sandbox: null,
  log: null,
  awsEnvironment: null,
  identity: null,
  isClaimed: false,
  claim: () => undefined,
  close: () => undefined,
};

/**
 * Opens a data folder for this process alone. `service` is the service that the data belong to: balances of one
 * service must never be decided on with the history of another. It is claimed for it later: a start that is refused leaves
 * the folder as it was.
 * @throws LocalStackError if it cannot be used, is in use, is of another format, or belongs to another service.
 */
export async function openDataFolder(folder: string, service: string): Promise<DataFolder> {
  const inside = (name: string): string => path.join(folder, name);
  let firstMade: string | undefined;
  try {
    firstMade = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new LocalStackError(`the data folder ${folder} cannot be used (${code})`, { cause });
  }
  const lock = await takeLock(inside('lock'), folder);
  const belongs = inside('service.json');
  let isOurs = false;
  const close = (): void => {
    lock.release();
    if (!isOurs && firstMade !== undefined) removeEmpty(folder, firstMade);
  };
  let identity: FolderIdentity;
  try {
    isOurs = isClaimedBy(belongs, folder, service);
    identity = folderIdentity(folder);
  } catch (error) {
    close();
    throw error;
  }
  return {
    tables: inside(TABLES_FILE),
    streams: inside('streams'),
    queues: inside('queues.jsonl'),
    objects: inside('objects'),
    analytics: inside(ANALYTICS_FOLDER),
    identityKeys: inside('identity-keys.json'),
    secrets: inside('secrets.json'),
    sealKeys: inside('seal-keys.json'),
    sandbox: inside('sandbox.jsonl'),
    log: inside('functions.log'),
    awsEnvironment: inside('aws.env'),
    identity,
    isClaimed: isOurs,
    claim: () => {
      if (!isOurs) writeAtomically(belongs, JSON.stringify({ service, format: DATA_FORMAT }));
      isOurs = true;
      keepPrivate(folder);
    },
    close,
  };
}

/** Takes away what opening a folder made, up to the first of it, as long as nothing is within. */
function removeEmpty(folder: string, firstMade: string): void {
  try {
    for (let each = path.resolve(folder); ; each = path.dirname(each)) {
      rmdirSync(each);
      if (each === path.resolve(firstMade)) return;
    }
  } catch {
    // Something is in it by now: it stays.
  }
}

/** @throws LocalStackError if it belongs to another service, or is of another format. */
function isClaimedBy(file: string, folder: string, service: string): boolean {
  if (!existsSync(file)) return false;
  const parsed = belonging.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!parsed.success) {
    throw new LocalStackError(`${file} is not readable; choose another --data folder`);
  }
  const { format } = parsed.data;
  if (format !== DATA_FORMAT) {
    const seen =
      format === undefined || format < DATA_FORMAT ? 'an earlier format' : `format ${format}`;
    throw new LocalStackError(
      `the data folder ${folder} is of ${seen}, and this version of Sluice reads format ${DATA_FORMAT}; to start anew, move it away or name another one with --data; nothing in it was changed`,
    );
  }
  if (parsed.data.service === service) return true;
  throw new LocalStackError(
    `the data folder ${folder} belongs to ${parsed.data.service}, not to ${service}; choose another --data folder`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
