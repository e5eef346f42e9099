import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import { itemOf } from '../../../adapters/store/item.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { instructionDigest } from '../../../treasury/sealing/messages.ts';
import { CONTROLS, RULE, TENANT } from '../../integration/protocol/treasury-under-test.ts';
import { putItem } from '../../integration/store/items.ts';
import { macOf } from '../../seals/hmac-seals.ts';
import {
  cancelled,
  DONE_AT_ONCE,
  type FailurePoint,
  pointsOf,
  type SceneOptions,
  stays,
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

/** Puts another item in the place of the instruction, past every condition: as another version of Sluice, or a program, wrote it. */
async function putInstead(
  scene: Scene,
  change: (instruction: Instruction) => Instruction,
): Promise<void> {
  const instruction = await scene.ledger().readInstruction(TENANT, scene.id());
  if (instruction === null) throw new Error('there is no instruction');
  await putItem(scene.table(), itemOf(INSTRUCTION, TENANT, change(instruction)));
}

function withoutSeal({ seal: _, ...rest }: Instruction): Instruction {
  return rest;
}

const MORE = { ofALaterVersion: 'not known here' };

/** A later version seals what it adds. */
function resealed({ seal, ...instruction }: Instruction): Instruction {
  if (seal === undefined) throw new Error('it has no seal');
  const more = { ...instruction, ...MORE };
  return { ...more, seal: { ...seal, mac: macOf(instructionDigest(more, seal)) } };
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
    'an approved item without a seal',
    'whatever is decided has one: it is cancelled, and everything is halted',
    stays(cancelled('seal-invalid'), 0, 0),
    async (scene) => {
      await putInstead(scene, withoutSeal);
      await scene.deliver();
    },
    POLICY,
  ),
  point(
    'an item with more in it than the code knows',
    'written and sealed by a later version, read by the one before it',
    DONE_AT_ONCE,
    async (scene) => {
      await putInstead(scene, resealed);
      await scene.deliver();
    },
  ),
  point(
    'an item with more in it than was sealed',
    'no version of Sluice writes that: it is cancelled, and everything is halted',
    stays(cancelled('seal-invalid'), 0, 0),
    async (scene) => {
      await putInstead(scene, (instruction) => ({ ...instruction, ...MORE }));
      await scene.deliver();
    },
    POLICY,
  ),
];
