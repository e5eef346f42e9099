import { readFileSync } from 'node:fs';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { CONTROLS, RULE, TENANT } from '../../integration/protocol/treasury-under-test.ts';
import { putItem } from '../../integration/store/items.ts';
import {
  cancelled,
  DONE_AT_ONCE,
  type FailurePoint,
  pointsOf,
  type SceneOptions,
  SENDING,
  stays,
  unknown,
} from '../failure-point.ts';
import type { Scene } from '../scene.ts';

const POLICY: SceneOptions = { alsoTouches: ['policy'] };

const point = pointsOf('a deploy', 'happened in between');

async function apply({ treasury }: Scene, change: LedgerWrite): Promise<void> {
  const result = await treasury.ledger.commit(TENANT, [change]);
  if (!result.ok) throw new Error(`not applied: ${result.conflicts.join(', ')}`);
}

const CHANGES = {
  /** The same words under another version: whoever decided has not seen it. */
  rule: (): LedgerWrite => ({ kind: 'put-rule', rule: { ...RULE, version: 2 } }),
  lowerKeep: (): LedgerWrite => ({ kind: 'put-rule', rule: { ...RULE, keep: '0', version: 2 } }),
  disabled: (): LedgerWrite => ({
    kind: 'put-rule',
    rule: { ...RULE, enabled: false, version: 2 },
  }),
  halt: (): LedgerWrite => ({
    kind: 'halt',
    act: { id: 'act-1', at: '2026-01-05T09:00:00.000Z', by: 'ada', comment: 'odd', requestId: 'r' },
  }),
  dryRun: (): LedgerWrite => ({
    kind: 'put-controls',
    controls: { ...CONTROLS, mode: 'dry-run', version: 2 },
  }),
} as const;

/** The policy changes after the sender has read it, and before it claims. */
async function beforeTheClaim(scene: Scene, change: LedgerWrite): Promise<void> {
  const ledger = scene.ledgerWith(async (commit, nth) => {
    if (nth === 1) await apply(scene, change);
    return await commit();
  });
  await scene.deliver({ ledger });
}

async function accountClosed({ treasury }: Scene): Promise<LedgerWrite> {
  const { accounts } = await treasury.ledger.readPolicy(TENANT);
  const account = accounts.find(({ id }) => id === RULE.withdrawalAccountId);
  if (account === undefined) throw new Error('there is no account');
  const closed = { ...account, status: 'inactive', version: account.version + 1 } as const;
  return { kind: 'put-account', account: closed };
}

type StoredItem = Readonly<Record<string, unknown>>;

/** An instruction and its lane as version 0.1.0 stored them: never to be brought up to date. */
const ITEMS_OF_0_1_0: Readonly<Record<'approved' | 'sending', readonly StoredItem[]>> = JSON.parse(
  readFileSync(new URL('../items-of-0-1-0.json', import.meta.url), 'utf8'),
);

/** Puts items of an earlier version in the place of what the code of today has written. */
async function putItems(scene: Scene, state: 'approved' | 'sending'): Promise<void> {
  const epoch = await scene.ledger().epoch();
  for (const stored of ITEMS_OF_0_1_0[state]) {
    // The lane of what waits is the one of today: that of then has its own way of being blocked.
    if (state === 'approved' && 'epoch' in stored) continue;
    // Nothing is read without it, which came later; what else came later it lacks.
    const given = { tenant: TENANT };
    const item = { ...stored, ...given, ...('epoch' in stored ? { epoch } : {}) };
    await putItem(scene.table(), marshall(item));
  }
}

/** The instruction of today with something more in it. */
async function addTo(scene: Scene, more: StoredItem): Promise<void> {
  const { client, tableName } = scene.table();
  const Key = marshall(ledgerKeys.instruction(TENANT, scene.id()));
  const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key }));
  const item = { ...Item, ...marshall(more) };
  await putItem(scene.table(), item);
}

export const DEPLOYS: readonly FailurePoint[] = [
  point(
    'the rule has another version when it is delivered',
    'the instruction came from a rule that stands no more',
    stays(cancelled('rule-changed'), 0, 0),
    async (scene) => {
      await apply(scene, CHANGES.rule());
      await scene.deliver();
    },
    POLICY,
  ),
  point(
    'the rule gets another version before the claim',
    'the claim rests on the version that was read: it fails, and is decided again',
    stays(cancelled('rule-changed'), 0, 0),
    (scene) => beforeTheClaim(scene, CHANGES.lowerKeep()),
    POLICY,
  ),
  point(
    'the rule is switched off before the claim',
    'the claim itself demands a rule that is on',
    stays(cancelled('rule-changed'), 0, 0),
    (scene) => beforeTheClaim(scene, CHANGES.disabled()),
    POLICY,
  ),
  point(
    'everything is halted before the claim',
    'the kill switch is part of the claim',
    stays(cancelled('halted'), 0, 0),
    (scene) => beforeTheClaim(scene, CHANGES.halt()),
    POLICY,
  ),
  point(
    'dry-run is switched on before the claim',
    'the mode is part of the claim',
    stays(cancelled('dry-run'), 0, 0),
    (scene) => beforeTheClaim(scene, CHANGES.dryRun()),
    POLICY,
  ),
  point(
    'the account is closed before the claim',
    'the destination is part of the claim',
    stays(cancelled('account-not-active'), 0, 0),
    async (scene) => await beforeTheClaim(scene, await accountClosed(scene)),
    POLICY,
  ),
  point(
    'everything is halted while the POST waits',
    'what was sent is recorded as what it came to',
    DONE_AT_ONCE,
    async (scene) => {
      const ledger = scene.ledgerWith(async (commit, nth) => {
        if (nth === 2) await apply(scene, CHANGES.halt());
        return await commit();
      });
      await scene.deliver({ ledger });
    },
    POLICY,
  ),
  point(
    'an approved item of version 0.1.0',
    'written without a seal, where whatever is decided has one: it is cancelled, and everything is halted',
    stays(cancelled('seal-invalid'), 0, 0),
    async (scene) => {
      await putItems(scene, 'approved');
      await scene.deliver();
    },
    POLICY,
  ),
  point(
    'an item of version 0.1.0 that is being sent',
    'claimed before the deploy: the code of today gives it up and sends nothing',
    { atFirst: SENDING, inTheEnd: unknown('not-recorded'), posts: 0, executions: 0 },
    async (scene) => {
      await putItems(scene, 'sending');
      await scene.deliver();
    },
  ),
  point(
    'an item with more in it than the code knows',
    'written by a later version, read by the one before it',
    DONE_AT_ONCE,
    async (scene) => {
      await addTo(scene, { ofALaterVersion: 'not known here' });
      await scene.deliver();
    },
  ),
];
