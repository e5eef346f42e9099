import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { openDataFolder } from '../../../local/data-folder/data-folder.ts';
import { startEngine } from '../../../local/engine/engine.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import { SERVICE, wholeOf } from '../../fixtures/data-folder/read-whole.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const KEPT = path.resolve(import.meta.dirname, '../../fixtures/data-folder/kept');

const temporary = temporaryFolder();

describe('a data folder of an earlier version', () => {
  it('is opened, and what it holds is read whole', async () => {
    const folder = path.join(temporary, 'kept');
    cpSync(KEPT, folder, { recursive: true });
    const tables = path.join(folder, 'tables.db');
    writeFileSync(tables, gunzipSync(readFileSync(`${tables}.gz`)));
    const data = await openDataFolder(folder, SERVICE);
    const engine = await startEngine(data.tables);
    const dynamo = new DynamoDBClient(clientAt(engine));
    try {
      const whole = await wholeOf(dynamo);
      expect(whole).toEqual(JSON.parse(readFileSync(path.join(KEPT, 'whole.json'), 'utf8')));
      const { instructions, changes, snapshots, trail, lanes, decisions, halt, policy } = whole;
      expect(instructions.map(({ status }) => status.state)).toEqual(['approved', 'confirmed']);
      expect([changes.length, snapshots.length, decisions.length, lanes.length]).toEqual([
        1, 3, 3, 3,
      ]);
      expect([halt.mode, policy.rules[0]?.version, trail]).toEqual(['halted', 2, 'intact']);
    } finally {
      dynamo.destroy();
      await engine.stop();
      data.close();
    }
  });
});
