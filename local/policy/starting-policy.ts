import { randomUUID } from 'node:crypto';
import { firstPolicyLedger } from '../../adapters/store/first-policy.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { appendToChain } from '../../treasury/audit/audit-entry.ts';
import { applyFirstPolicy } from '../../treasury/changes/apply-first-policy.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import type { Controls, Mode } from '../../treasury/policy/controls.ts';
import type { PolicyFile } from '../../treasury/policy/policy-file.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import { judgePiece, sealedPiece } from '../../treasury/sealing/policy-seals.ts';
import type { Seals } from '../../treasury/seals/ports.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { LocalStackError } from '../stack-error.ts';

const BY = 'the local stack';

export interface StartingPolicyOptions {
  readonly tenant: string;
  readonly policy: PolicyFile;
  /** Whether the service is the built-in sandbox, where nothing is real. */
  readonly isSandbox: boolean;
  /** Whether the person said --live. */
  readonly live: boolean;
  readonly seals: Seals;
}

/**
 * Gives the ledger its first policy, or leaves the one it has, and sees to the mode: nothing leaves for a service of
 * the person's own unless this very start says --live. The kill switch stays pulled.
 */
export async function applyStartingPolicy(
  table: StoreTable,
  options: StartingPolicyOptions,
): Promise<Mode> {
  const { tenant, policy, isSandbox, live, seals } = options;
  const wanted: Mode = isSandbox || live ? 'live' : 'dry-run';
  const ledger = firstPolicyLedger(table);
  const applied = await applyFirstPolicy(ledger, {
    tenant,
    policy,
    mode: policy.controls.mode === 'halted' ? 'halted' : wanted,
    by: BY,
    requestId: randomUUID(),
    at: instantOf(Date.now()),
    sealer: seals,
  });
  if (applied.result === 'too-large') {
    throw new LocalStackError(`${applied.subject} is too large for the store; nothing was written`);
  }
  if (applied.result === 'differs') {
    const left = applied.subjects.join(', ');
    throw new LocalStackError(
      `a start that broke off left ${left} otherwise; begin with another data folder`,
    );
  }
  const { controls } = await ledger.readPolicy(tenant);
  if (controls === null) throw new Error('the policy was applied and is not there');
  const mode = modeFor(controls.mode, options);
  if (mode !== controls.mode) await setMode(ledger, options, controls, mode);
  return mode;
}

function modeFor(current: Mode, { isSandbox, live }: StartingPolicyOptions): Mode {
  if (current === 'live' && !isSandbox && !live) return 'dry-run';
  return current === 'dry-run' && live ? 'live' : current;
}

async function setMode(
  ledger: Ledger,
  { tenant, seals }: StartingPolicyOptions,
  before: Controls,
  mode: Mode,
): Promise<void> {
  const at = instantOf(Date.now());
  const sealedLedger = { tenant: tenant, epoch: await ledger.epoch() };
  const current = { kind: 'controls', item: before } as const;
  const isSealed = (await judgePiece(seals, sealedLedger, current)) === 'valid';
  const changed: Controls = { ...withoutSeal(before), mode, version: before.version + 1 };
  // A piece without a valid seal does not get one in passing: it sends nothing until people approve it again.
  const after = isSealed
    ? (await sealedPiece(seals, sealedLedger, { kind: 'controls', item: changed } as const, at))
        .item
    : changed;
  const entry = appendToChain(await ledger.readAuditHead(tenant), {
    at,
    by: BY,
    action: 'set-mode',
    subject: 'controls',
    requestId: randomUUID(),
    before,
    after,
  });
  const result = await ledger.commit(tenant, [
    { kind: 'put-controls', controls: after },
    { kind: 'append-audit', entry },
  ]);
  if (result.ok) return;
  throw new LocalStackError(
    'another person or program is changing the policy at this moment; start again',
  );
}
