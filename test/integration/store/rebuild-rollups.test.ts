import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeries } from '../../../adapters/store/series.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import { TOTAL } from '../../../treasury/series/series.ts';
import { updateSeries } from '../../../treasury/series/update-series.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt, TENANT } from '../../samples/snapshots.ts';
import { isThorough } from '../../thoroughness.ts';
import { engineForTests } from './engine-for-tests.ts';

const SLUICE = path.resolve(import.meta.dirname, '../../../bin/sluice/entry/sluice.mjs');
const FROM = '2026-03-31T21:40:00.000Z';

const engine = engineForTests();

async function rebuild(...args: readonly string[]) {
  const endpoint = engine().client.config.endpoint as
    | undefined
    | (() => Promise<{ hostname: string; port: number }>);
  const { hostname = '', port = 0 } = (await endpoint?.()) ?? {};
  const { accessKeyId, secretAccessKey } = await engine().client.config.credentials();
  const child = spawn(
    process.execPath,
    [SLUICE, 'rebuild-rollups', '--endpoint', `http://${hostname}:${port}`, ...args],
    {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        AWS_REGION: 'local',
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      },
    },
  );
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk) => {
      said[stream] += String(chunk);
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...said };
}

describe('sluice rebuild-rollups', () => {
  it('makes from the stored snapshots what update-books made of them as they came', async () => {
    const [snapshots, kept, made] = [
      await engine().table(),
      await engine().table(),
      await engine().table(),
    ];
    const store = createSnapshots(snapshots);
    const ports = { snapshots: store, series: createSeries(kept) };
    for (let index = 0; index < 10; index++) {
      const tick = plusSeconds(FROM, index * 1_500);
      const prices = { 'BTC/USD': { bid: `${60_000 + index}`, ask: '60010' } };
      await store.put(snapshotAt(tick, { BTC: { total: `${index}.5` } }, prices));
      await updateSeries(ports, TENANT, tick);
    }
    const tables = ['--snapshots', snapshots.tableName, '--series', made.tableName];
    const rebuilt = await rebuild(...tables);
    expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
    expect(rebuilt.stdout).toBe('rolled up for main: 4 hours of 2 days\n');
    // The end of a range is not in it: the day before it is the last.
    const part = await rebuild(...tables, '--from', '2026-03-31', '--to', '2026-04-01');
    expect(part.stdout).toMatch(/ of 1 days\n$/);
    const again = createSeries(made);
    expect(await again.openHour(TENANT)).toBe(await ports.series.openHour(TENANT));
    for (const name of ['BTC', TOTAL]) {
      const hours = { from: '2026-03-31T00', to: '2026-04-02T00' };
      const points = await again.points(TENANT, name, hours);
      expect(points).toEqual(await ports.series.points(TENANT, name, hours));
      expect(points).toHaveLength(8);
      const days = { from: '2026-03-31', to: '2026-04-02' };
      const rolled = await again.days(TENANT, name, days);
      expect(rolled).toEqual(await ports.series.days(TENANT, name, days));
      expect([...rolled.keys()]).toEqual(['2026-03-31']);
    }
  });

  it.runIf(isThorough)('says where there is nothing, and what it does not understand', async () => {
    const { tableName } = await engine().table();
    const tables = ['--snapshots', tableName, '--series', tableName];
    const [none, odd] = await Promise.all([
      rebuild(...tables, '--tenant', 'nobody'),
      rebuild(...tables, '--from', 'yesterday'),
    ]);
    expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining('has no snapshots') });
    expect(odd).toMatchObject({ code: 64, stderr: expect.stringContaining('such as 2026-01-31') });
  });
});
