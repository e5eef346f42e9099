import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { freePort } from '../../local/network/free-port.ts';
import { FOREIGN_ENGINE_VARIABLE } from '../integration/store/engine.ts';
import { eventually } from '../waiting/until.ts';

/*
 * npm run test:dynamodb-local: the contract of a store, its adapter, money protocol and failure points on Amazon's own DynamoDB Local instead of the
 * engine that comes with this project. Needs Java and Maven; where they are missing nothing is tried, and that is said.
 */

const HERE = import.meta.dirname;
const ROOT = path.resolve(HERE, '../..');
/** Where Maven puts the engine, once. */
const LIBRARY = path.join(ROOT, 'node_modules/.cache/dynamodb-local');
/** 50 MB, where there is a network; without one Maven may wait for long. */
const FETCH_TIMEOUT_MS = 300_000;
const TESTS = [
  'test/contract',
  'test/integration/store',
  'test/integration/protocol',
  'test/failure-points',
];
/** A Java machine takes seconds to start, ten times that where every core is busy. */
const READY_TIMEOUT_MS = 60_000;
/**
 * It is some times slower than the engine of the project, most where tables are large, as those of ten times the history
 * are, and these tests say nothing of time.
 */
const TEST_TIMEOUT = '--testTimeout=400000';

function isThere(command: string): boolean {
  return spawnSync(command, ['-version'], { stdio: 'ignore' }).status === 0;
}

/** False where Maven cannot bring it: no network, say. */
function fetchLibrary(): boolean {
  if (existsSync(LIBRARY)) return true;
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
  const args = ['-q', '-f', path.join(HERE, 'pom.xml'), goal, `-DoutputDirectory=${LIBRARY}`];
  const { status } = spawnSync('mvn', args, { stdio: 'inherit', timeout: FETCH_TIMEOUT_MS });
  // What was fetched in part would be taken for all of it.
  if (status !== 0) rmSync(LIBRARY, { recursive: true, force: true });
  return status === 0;
}

async function answering(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials, maxAttempts: 1 });
  await eventually(
    'an answer of DynamoDB Local',
    () => client.send(new ListTablesCommand({})),
    READY_TIMEOUT_MS,
  );
}

async function main(): Promise<number> {
  if (!isThere('java') || !isThere('mvn') || !fetchLibrary()) {
    process.stderr.write('not tried: DynamoDB Local needs java, and mvn to fetch it\n');
    return 0;
  }
  const port = await freePort();
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const options = [`-Djava.library.path=${LIBRARY}`, '-cp', `${LIBRARY}/*`, main];
  const java = spawn(
    'java',
    [...options, '-inMemory', '-disableTelemetry', '-port', String(port)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  try {
    const endpoint = `http://127.0.0.1:${port}`;
    await answering(endpoint);
    const env = { ...process.env, [FOREIGN_ENGINE_VARIABLE]: endpoint, FAILURE_POINTS: 'all' };
    const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
    const run = spawnSync(process.execPath, [vitest, 'run', TEST_TIMEOUT, ...TESTS], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    });
    return run.status ?? 1;
  } finally {
    java.kill('SIGKILL');
  }
}

process.exitCode = await main();
