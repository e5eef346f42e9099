import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { startEngine } from '../engine/engine.ts';
import { clientAt } from '../network/client-at.ts';
import { LocalStackError } from '../stack-error.ts';
import { TABLES_FILE } from './files.ts';
import { takeLock } from './lock.ts';

/** The engine's own files: the tables, and the log of what it has not yet filed. */
const ENDINGS = ['', '-wal', '-shm'];

export interface CopiedTables {
  readonly ledger: StoreTable;
  /** Null where the folder has none. */
  readonly snapshots: StoreTable | null;
  readonly close: () => Promise<void>;
}

/**
 * The tables of a data folder, read from a copy: looking changes nothing, and starts nothing. The folder is held while it
 * is copied.
 * @throws LocalStackError in one line.
 */
export async function openCopiedTables(folder: string, ledger?: string): Promise<CopiedTables> {
  const tables = path.join(folder, TABLES_FILE);
  if (!existsSync(tables)) throw new LocalStackError(`there are no tables in ${folder}`);
  const copy = mkdtempSync(path.join(tmpdir(), 'sluice-copy-'));
  const removed = () => rmSync(copy, { recursive: true, force: true });
  try {
    const lock = await takeLock(path.join(folder, 'lock'), folder);
    try {
      for (const ending of ENDINGS) {
        const file = `${tables}${ending}`;
        if (existsSync(file)) copyFileSync(file, path.join(copy, `${TABLES_FILE}${ending}`));
      }
    } finally {
      lock.release();
    }
    const engine = await startEngine(path.join(copy, TABLES_FILE));
    const client = new DynamoDBClient(clientAt(engine));
    const close = async () => {
      client.destroy();
      await engine.stop();
      removed();
    };
    try {
      const tableName = ledger ?? (await tableAmong(client, 'ledger'));
      const beside = (await tablesNamed(client, 'snapshots'))[0];
      const snapshots = beside === undefined ? null : { client, tableName: beside };
      return { ledger: { client, tableName }, snapshots, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    removed();
    throw error;
  }
}

/** The one table of this name, as the data stack names it. */
async function tableAmong(client: DynamoDBClient, named: string): Promise<string> {
  const [found, ...others] = await tablesNamed(client, named);
  if (found !== undefined && others.length === 0) return found;
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  throw new LocalStackError(`name the ${named} with --${named}: one of ${TableNames.join(', ')}`);
}

async function tablesNamed(client: DynamoDBClient, named: string): Promise<readonly string[]> {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  return TableNames.filter((name) => name.toLowerCase().includes(named));
}
