import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { LocalStackError } from '../stack-error.ts';
import { PRIVATE_FOLDER, writeAtomically } from './write-atomically.ts';

/** The place on this machine for data about data folders, outside all of them (XDG base directories). */
const STATE_VARIABLE = 'XDG_STATE_HOME';

/** Characters of the hash that a folder's path becomes a file name by. */
const NAME_CHARACTERS = 32;

const record = z.object({
  path: z.string(),
  identity: z.string(),
  /** Identifies the file that names the folder: a copy is another file, made at another time. */
  file: z.object({ inode: z.string(), born: z.string() }),
  /** The mark that the tables carry; `next`: the one that they are about to. */
  mark: z.string(),
  next: z.optional(z.string()),
});
type FolderRecord = z.output<typeof record>;

/**
 * Which folder this is. The tables within it carry their own identity with them, into any copy; so the folder has a
 * random one that stands outside it as well, beside its path, and a mark in the tables that changes all the time. A
 * copy has another path, another file, or a mark of before; whichever it is, it is not this folder.
 */
export interface FolderIdentity {
  /** Whether these tables ran here last, by the mark that they carry. */
  readonly isOwn: (markInTables: string | null) => boolean;
  /** Gives the tables a new mark, by which every copy made so far is another one's. `write` puts it into them. */
  readonly renew: (write: (mark: string) => Promise<void>) => Promise<void>;
}

/** @throws LocalStackError where nothing can be kept outside the folder. */
export function folderIdentity(folder: string): FolderIdentity {
  const real = realpathSync(folder);
  const inside = path.join(real, 'identity.json');
  const outside = path.join(stateFolder(), `${nameOf(real)}.json`);
  let known = read(outside);
  if (known !== null && !(known.path === real && isSameFile(inside, known))) known = null;
  return {
    isOwn: (mark) => known !== null && mark !== null && [known.mark, known.next].includes(mark),
    renew: async (write) => {
      const mark = randomUUID();
      const before: FolderRecord = known ?? made(real, inside, mark);
      // Whenever the process dies, the tables carry one of the two.
      writeAtomically(outside, JSON.stringify({ ...before, next: mark }));
      await write(mark);
      const { next: _, ...rest } = before;
      known = { ...rest, mark };
      writeAtomically(outside, JSON.stringify(known));
    },
  };
}

/** A new identity for whatever folder this is: never the one that a copy brought along. */
function made(real: string, inside: string, mark: string): FolderRecord {
  const identity = randomUUID();
  rmSync(inside, { force: true });
  writeAtomically(inside, JSON.stringify({ identity }));
  return { path: real, identity, file: fileOf(inside), mark };
}

function isSameFile(inside: string, { identity, file }: FolderRecord): boolean {
  try {
    const { inode, born } = fileOf(inside);
    const { identity: named } = z
      .object({ identity: z.string() })
      .parse(JSON.parse(readFileSync(inside, 'utf8')));
    return named === identity && inode === file.inode && born === file.born;
  } catch {
    return false;
  }
}

/** An inode is used again once it is free; when its file was made tells the two apart. */
function fileOf(inside: string): FolderRecord['file'] {
  const { ino, birthtimeNs, ctimeNs } = statSync(inside, { bigint: true });
  return { inode: `${ino}`, born: `${birthtimeNs > 0n ? birthtimeNs : ctimeNs}` };
}

function read(outside: string): FolderRecord | null {
  try {
    return record.parse(JSON.parse(readFileSync(outside, 'utf8')));
  } catch {
    return null;
  }
}

function stateFolder(): string {
  const base = process.env[STATE_VARIABLE] || path.join(homedir(), '.local', 'state');
  const folder = path.join(base, 'sluice', 'data-folders');
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new LocalStackError(
      `${folder} cannot be made (${code}): it says which data folder is which; set ${STATE_VARIABLE} to a folder of yours`,
      { cause },
    );
  }
  return folder;
}

function nameOf(real: string): string {
  return createHash('sha256').update(real).digest('hex').slice(0, NAME_CHARACTERS);
}
