import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { folderIdentity } from '../../../local/data-folder/folder-identity.ts';
import { ownLedger } from '../../../local/data-folder/own-ledger.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { CLAIM } from '../../samples/instructions.ts';
import { isThorough, takesPart } from '../../thoroughness.ts';
import { startEngine } from './local-engine.ts';

const TENANT = 'main';
const temporary = temporaryFolder();
const kept = process.env.XDG_STATE_HOME;
let state: string;
let place: string;
const at = (name: string) => path.join(place, name);
const shell = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd: place });

beforeEach(() => {
  place = mkdtempSync(path.join(temporary, 'place-'));
  state = path.join(place, 'state');
  process.env.XDG_STATE_HOME = state;
  // A killed process renews no mark: what it left here would, long after its folder is gone.
  vi.useFakeTimers({ toFake: ['setInterval'] });
});
afterEach(() => {
  process.env.XDG_STATE_HOME = kept;
  vi.useRealTimers();
});

interface Run {
  readonly killed?: boolean;
  /** What happens in it, with its ledger. */
  readonly within?: (ledger: ReturnType<typeof createLedger>) => Promise<void>;
  readonly cannotMark?: (error: unknown) => void;
}

function thrown(error: unknown): never {
  throw error;
}

/** Runs a stack's part of it: opens the tables of a folder, and says of each lane whether it is armed there. */
async function run(
  folder: string,
  { killed = false, within = async () => undefined, cannotMark = thrown }: Run = {},
): Promise<readonly boolean[]> {
  mkdirSync(folder, { recursive: true });
  const engine = await startEngine(path.join(folder, 'tables.db'));
  const client = new DynamoDBClient({ ...clientAt(engine), maxAttempts: 1 });
  try {
    const table = { client, tableName: 'ledger' };
    const isNew = await makeLedger(client);
    const own = await ownLedger(table, folderIdentity(folder), { failed: thrown, cannotMark });
    engine.onClaim(own.afterClaim);
    const ledger = createLedger(table);
    const epoch = await ledger.epoch();
    if (isNew) await arm(ledger, epoch);
    const armed = (await ledger.readLanes(TENANT)).map((lane) => lane.epoch === epoch);
    await within(ledger);
    if (!killed) await own.close();
    return armed;
  } finally {
    client.destroy();
    await engine.stop();
  }
}

async function makeLedger(client: DynamoDBClient): Promise<boolean> {
  const key = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' }) as const;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: 'ledger',
        AttributeDefinitions: [key('pk'), key('sk')],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
}

/** One lane that is idle, and one that a request holds. */
async function arm(ledger: ReturnType<typeof createLedger>, epoch: string): Promise<void> {
  const held = { state: 'unknown', claim: CLAIM, since: CLAIM.claimedAt } as const;
  const lanes = [newLane(TENANT, 'BTC', epoch), { ...newLane(TENANT, 'ETH', epoch), status: held }];
  for (const lane of lanes) await ledger.commit(TENANT, [{ kind: 'create-lane', lane }]);
}

/** A claim as its function writes it, and nothing after it. */
async function claim(ledger: ReturnType<typeof createLedger>): Promise<void> {
  const lane = (await ledger.readLanes(TENANT)).find(({ currency }) => currency === 'BTC');
  if (lane === undefined) throw new Error('no lane');
  const claimed = {
    ...lane,
    version: lane.version + 1,
    status: { state: 'sending', claim: CLAIM },
  } as const;
  const written = await ledger.commit(TENANT, [
    { kind: 'replace-lane', lane: claimed, from: 'idle' },
    { kind: 'record-withdrawal-id', withdrawalId: 'none', instructionId: CLAIM.instructionId },
  ]);
  if (!written.ok) throw new Error(written.conflicts.join());
}

const ARMED = [true, true];
const DISARMED = [false, false];

describe('a data folder', () => {
  it('is armed as before when it is opened again, also where its process was killed', async () => {
    expect(await run(at('a'))).toEqual(ARMED);
    expect(await run(at('a'), { killed: true })).toEqual(ARMED);
    expect(await run(at('a'))).toEqual(ARMED);
  });

  it.runIf(isThorough)('is the same one after it was moved there and back', async () => {
    await run(at('a'));
    shell('mv', 'a', 'b');
    shell('mv', 'b', 'a');
    expect(await run(at('a'))).toEqual(ARMED);
  });

  it('is another one where it was moved to, and when it comes back from having run there', async () => {
    await run(at('a'));
    shell('mv', 'a', 'b');
    expect(await run(at('b'))).toEqual(DISARMED);
    shell('mv', 'b', 'a');
    expect(await run(at('a'))).toEqual(DISARMED);
  });

  const COPIES = [
    ['a plain copy', '-a'],
    ['a copy of hard links', '-al'],
  ] as const;
  it.each(COPIES.filter((_, index) => takesPart(index)))('is another one as %s', async (_, how) => {
    await run(at('a'));
    shell('cp', how, 'a', 'b');
    expect(await run(at('b'))).toEqual(DISARMED);
  });

  it.runIf(isThorough)('stays armed beside a copy of it that was opened', async () => {
    await run(at('a'));
    shell('cp', '-a', 'a', 'b');
    expect(await run(at('b'))).toEqual(DISARMED);
    expect(await run(at('a'))).toEqual(ARMED);
  });

  it('is another one as a copy that is put in its place, whichever way', async () => {
    await run(at('a'));
    shell('cp', '-a', 'a', 'backup');
    await run(at('a'));
    shell('mv', 'a', 'away');
    shell('cp', '-a', 'backup', 'a');
    expect(await run(at('a'))).toEqual(DISARMED);
    expect(await run(at('away'))).toEqual(DISARMED);
  });

  it.runIf(isThorough)(
    'is another one as a copy of its last state, made in its place',
    async () => {
      await run(at('a'));
      shell('cp', '-a', 'a', 'backup');
      shell('rm', '-rf', 'a');
      shell('mv', 'backup', 'a');
      expect(await run(at('a'))).toEqual(DISARMED);
    },
  );

  const WRITTEN_OVER = [
    ['everything', 'backup/.'],
    ['its tables alone', 'backup/tables.db'],
  ] as const;
  it.each(WRITTEN_OVER.filter((_, index) => takesPart(index)))(
    'is another one where a copy is written over %s, file by file',
    async (_, what) => {
      await run(at('a'));
      shell('cp', '-a', 'a', 'backup');
      await run(at('a'), { killed: true });
      shell('cp', what === 'backup/.' ? '-a' : '-p', what, 'a/');
      expect(await run(at('a'))).toEqual(DISARMED);
    },
  );

  const live: readonly [string, string, string][] = [
    ['everything', '-a', 'backup/.'],
    ['its tables alone', '-p', 'backup/tables.db'],
  ];
  it.each(live)(
    'is another one where %s of a copy from before the last claim is put back within ten seconds',
    async (_, how, what) => {
      await run(at('a'));
      const within = async (ledger: ReturnType<typeof createLedger>) => {
        // The engine's log is filed when a reader asks for it: what is copied is what stands there now.
        shell('cp', '-a', 'a', 'backup');
        await claim(ledger);
      };
      await run(at('a'), { killed: true, within });
      shell('sh', '-c', 'rm -f a/tables.db-wal a/tables.db-shm');
      shell('cp', how, what, 'a/');
      expect(await run(at('a'))).toEqual(DISARMED);
    },
  );

  it('is the same one after a claim and a kill', async () => {
    await run(at('a'));
    await run(at('a'), { killed: true, within: claim });
    expect(await run(at('a'))).toEqual(ARMED);
  });

  it('answers no claim whose mark cannot be kept, and says so', async () => {
    await run(at('a'));
    const told: unknown[] = [];
    const within = async (ledger: ReturnType<typeof createLedger>) => {
      rmSync(state, { recursive: true });
      const claimed = claim(ledger).then(
        () => true,
        () => false,
      );
      expect(await Promise.race([claimed, setTimeout(300, 'no answer')])).toBe('no answer');
    };
    await run(at('a'), { killed: true, within, cannotMark: (error) => told.push(error) });
    expect(told).toHaveLength(1);
  });

  it('is another one where a file of the same inode was made at another time', async () => {
    await run(at('a'));
    const records = path.join(state, 'sluice/data-folders');
    const [name = ''] = readdirSync(records);
    const file = path.join(records, name);
    const known = JSON.parse(readFileSync(file, 'utf8'));
    const born = `${BigInt(known.file.born) - 1n}`;
    writeFileSync(file, JSON.stringify({ ...known, file: { ...known.file, born } }));
    expect(await run(at('a'))).toEqual(DISARMED);
  });

  it('is another one where this machine has forgotten it', async () => {
    await run(at('a'));
    rmSync(state, { recursive: true });
    expect(await run(at('a'))).toEqual(DISARMED);
    expect(await run(at('a'))).toEqual(DISARMED);
  });

  it('is the same one wherever its process died while the mark changed', async () => {
    await run(at('a'));
    const identity = folderIdentity(at('a'));
    const died = new Error('the process died');
    await expect(identity.renew(async () => Promise.reject(died))).rejects.toThrow(died);
    expect(await run(at('a'))).toEqual(ARMED);
  });
});
