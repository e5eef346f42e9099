import { appendToChain } from '../audit/audit-entry.ts';
import { resultOf, settleAll } from '../concurrency/settle-all.ts';
import { newLane } from '../instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { CurrentItem } from '../ledger/policy-change.ts';
import type { Controls, Mode } from '../policy/controls.ts';
import type { PolicyFile } from '../policy/policy-file.ts';
import { NO_PERSON } from '../policy/webhook.ts';
import { sealedPiece } from '../sealing/policy-seals.ts';
import type { Sealer } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import { putItem } from './writes-of.ts';

export type ApplyResult =
  | {
      readonly result: 'applied';
      readonly rules: number;
      readonly accounts: number;
      readonly webhooks: number;
      readonly lanes: readonly string[];
    }
  /** The tenant has a policy: a file never overrules later decisions of people. */
  | { readonly result: 'already-has-policy' };

export interface PolicyApplication {
  readonly tenant: string;
  readonly policy: PolicyFile;
  /** Overrides the file's mode; a fresh deployment is dry-run unless this says otherwise. */
  readonly mode?: Mode;
  readonly by: string;
  readonly requestId: string;
  readonly at: Instant;
  /** The deployer may make seals; a policy applied without one sends nothing. */
  readonly sealer: Sealer;
}

/**
 * Applies a tenant's first policy: accounts and rules, then, as the last write, the controls. Until
 * the controls are there the tenant is disarmed, so a run that breaks off leaves nothing armed and
 * can be repeated. A webhook is sent nothing before two people have agreed to a secret of it: no person is shown one by
 * this.
 */
export async function applyFirstPolicy(
  ledger: Pick<Ledger, 'epoch' | 'readPolicy' | 'readLanes' | 'readAuditHead' | 'commit'>,
  application: PolicyApplication,
): Promise<ApplyResult> {
  const { tenant, policy, by, requestId, at, sealer } = application;
  const current = await ledger.readPolicy(tenant);
  if (current.controls !== null) return { result: 'already-has-policy' };
  const epoch = await ledger.epoch();
  const sealed = <P extends CurrentItem>(piece: P): Promise<P> =>
    sealedPiece(sealer, { tenant: tenant, epoch }, piece, at);
  const armed = new Set((await ledger.readLanes(tenant)).map(({ currency }) => currency));
  const lanes = currenciesToRearm(policy).filter((currency) => !armed.has(currency));
  const accounts = policy.accounts.map((account) => ({ ...account, version: 1 }));
  const rules = policy.rules.map((rule) => ({ ...rule, version: 1, activeSince: at }));
  const matchingRules = policy.matchingRules.map((rule) => ({
    ...rule,
    version: 1,
    activeSince: at,
  }));
  const manualRates = policy.manualRates.map((rate) => ({
    ...rate,
    version: 1,
    activeSince: at,
  }));
  const webhooks = policy.webhooks.map((webhook) => ({
    ...webhook,
    secretFor: { generation: webhook.secretGeneration, by: NO_PERSON },
    version: 1,
    activeSince: at,
  }));
  const calendars = policy.calendars.map((calendar) => ({
    ...calendar,
    version: 1,
    activeSince: at,
  }));
  const known = new Set((current.calendars ?? []).map(({ id }) => id));
  const newLaneOf = (currency: string): LedgerWrite => ({
    kind: 'create-lane',
    lane: newLane(tenant, currency, epoch),
  });
  const pieces: readonly CurrentItem[] = [
    ...calendars
      .filter(({ id }) => !known.has(id))
      .map((item) => ({ kind: 'calendar', item }) as const),
    ...accounts
      .filter(({ id }) => !current.accounts.some((known) => known.id === id))
      .map((item) => ({ kind: 'account', item }) as const),
    ...rules
      .filter(({ id }) => !current.rules.some((known) => known.id === id))
      .map((item) => ({ kind: 'rule', item }) as const),
  ];
  const puts = (await settleAll(pieces, sealed)).map((piece) => putItem(resultOf(piece)));
  const committed = await settleAll([...lanes.map(newLaneOf), ...puts], (write) =>
    mustCommit(ledger, tenant, [write]),
  );
  for (const each of committed) resultOf(each);
  const others: readonly CurrentItem[] = [
    ...matchingRules.map((item) => ({ kind: 'matching-rule', item }) as const),
    ...manualRates.map((item) => ({ kind: 'manual-rate', item }) as const),
    ...webhooks.map((item) => ({ kind: 'webhook', item }) as const),
  ];
  for (const piece of others) {
    // One that is there is of a run that broke off: no other writer has one before there are controls.
    await ledger.commit(tenant, [putItem(await sealed(piece))]);
  }
  const controls: Controls = {
    ...policy.controls,
    mode: application.mode ?? policy.controls.mode,
    version: 1,
  };
  const entry = appendToChain(await ledger.readAuditHead(tenant), {
    at,
    by,
    action: 'apply-first-policy',
    subject: 'policy',
    requestId,
    before: null,
    after: { controls, accounts, rules, calendars, matchingRules, manualRates, webhooks },
  });
  await mustCommit(ledger, tenant, [
    putItem(await sealed({ kind: 'controls', item: controls })),
    { kind: 'append-audit', entry },
  ]);
  return {
    result: 'applied',
    rules: rules.length,
    accounts: accounts.length,
    webhooks: webhooks.length,
    lanes,
  };
}

/** Every currency that the policy can move: of its rules, its accounts and both sides of a trade. */
function currenciesToRearm(policy: PolicyFile): readonly string[] {
  return [
    ...new Set([
      ...policy.rules.flatMap(({ currency, into = currency }) => [currency, into]),
      ...policy.accounts.map(({ currency }) => currency),
      ...policy.controls.trades.instruments.flatMap((instrument) => instrument.split('/')),
    ]),
  ].sort();
}

async function mustCommit(
  ledger: Pick<Ledger, 'commit'>,
  tenant: string,
  changes: readonly LedgerWrite[],
): Promise<void> {
  const result = await ledger.commit(tenant, changes);
  if (!result.ok) {
    throw new Error(
      `another person or program is changing the policy of ${tenant}: ${result.conflicts.join(', ')}`,
    );
  }
}
