import {
  type AuditEntry,
  type AuditFact,
  type AuditHead,
  appendToChain,
} from '../audit/audit-entry.ts';
import { resultOf, settleAll } from '../concurrency/settle-all.ts';
import { newLane } from '../instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { type CurrentItem, subjectName } from '../ledger/policy-change.ts';
import type { Controls, Mode } from '../policy/controls.ts';
import type { PolicyFile } from '../policy/policy-file.ts';
import { NO_PERSON } from '../policy/webhook.ts';
import { sealedPiece } from '../sealing/policy-seals.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import type { Sealer } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import { firstPolicyFacts, notYetIn } from './first-policy-facts.ts';
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
  | { readonly result: 'already-has-policy' }
  /** Nothing was written: the store takes no item of this size. */
  | { readonly result: 'too-large'; readonly subject: string; readonly bytes: number }
  /**
   * Nothing was written: a run that broke off left these, and this file says otherwise, or nothing, of them. The audit log
   * would say what does not stand.
   */
  | { readonly result: 'differs'; readonly subjects: readonly string[] };

/** What the first policy is written to. */
export interface FirstPolicyLedger
  extends Pick<Ledger, 'epoch' | 'readPolicy' | 'readLanes' | 'readAuditHead' | 'commit'> {
  /** Every piece that stands, of whatever kind; strongly consistent. */
  readonly readPieces: (tenant: string) => Promise<readonly CurrentItem[]>;
  /** The newest entries of the audit log: all that a first policy's own could stand among. */
  readonly readEntries: (tenant: string) => Promise<readonly AuditEntry[]>;
  /** The bytes of the largest item of a write, and the most that an item may have. */
  readonly sizeOf: (
    tenant: string,
    write: LedgerWrite,
  ) => { readonly bytes: number; readonly most: number };
}

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
  ledger: FirstPolicyLedger,
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
  const { pieces, others } = firstPieces(policy, at);
  // Of a run that broke off: no other writer has one before there are controls.
  const onRecord = await ledger.readPieces(tenant);
  const subjects = differing(onRecord, [...pieces, ...others]);
  if (subjects.length > 0) return { result: 'differs', subjects };
  const written = new Set(onRecord.map(nameOf));
  const isNew = (piece: CurrentItem) => !written.has(nameOf(piece));
  const controls: Controls = {
    ...policy.controls,
    mode: application.mode ?? policy.controls.mode,
    version: 1,
  };
  const known = new Map(onRecord.map((piece) => [nameOf(piece), piece]));
  const facts = firstPolicyFacts(
    { at, by, requestId },
    [...pieces, ...others].map((piece) => known.get(nameOf(piece)) ?? piece),
    controls,
  );
  const putsOf = async (some: readonly CurrentItem[]) =>
    (await settleAll(some, sealed)).map((piece) => putItem(resultOf(piece)));
  const puts = await putsOf(pieces.filter(isNew));
  const otherPuts = await putsOf(others.filter(isNew));
  const last = putItem(await sealed({ kind: 'controls', item: controls }));
  const head = await ledger.readAuditHead(tenant);
  // Before the first write: a policy that does not fit leaves nothing half written.
  for (const write of [...puts, ...otherPuts, last, ...facts.map((fact) => entryOf(head, fact))]) {
    const { bytes, most } = ledger.sizeOf(tenant, write);
    if (bytes > most) return { result: 'too-large', subject: subjectOfWrite(write), bytes };
  }
  const missing = facts.length > 1 ? notYetIn(await ledger.readEntries(tenant), facts) : facts;
  if (missing === null) return { result: 'differs', subjects: ['the audit log'] };
  const newLanes = lanes.map(
    (currency): LedgerWrite => ({ kind: 'create-lane', lane: newLane(tenant, currency, epoch) }),
  );
  const committed = await settleAll([...newLanes, ...puts], (write) =>
    mustCommit(ledger, tenant, [write]),
  );
  for (const each of committed) resultOf(each);
  for (const write of otherPuts) await mustCommit(ledger, tenant, [write]);
  for (const fact of missing) {
    const entry = entryOf(await ledger.readAuditHead(tenant), fact);
    await mustCommit(ledger, tenant, fact === missing.at(-1) ? [last, entry] : [entry]);
  }
  return {
    result: 'applied',
    rules: policy.rules.length,
    accounts: policy.accounts.length,
    webhooks: policy.webhooks.length,
    lanes,
  };
}

/** The first version of every piece: what can move money, which is written first, and what else there is. */
function firstPieces(
  policy: PolicyFile,
  at: Instant,
): Record<'pieces' | 'others', readonly CurrentItem[]> {
  const first = { version: 1, activeSince: at };
  return {
    pieces: [
      ...policy.calendars.map(
        (each) => ({ kind: 'calendar', item: { ...each, ...first } }) as const,
      ),
      ...policy.accounts.map(
        (each) => ({ kind: 'account', item: { ...each, version: 1 } }) as const,
      ),
      ...policy.rules.map((each) => ({ kind: 'rule', item: { ...each, ...first } }) as const),
    ],
    others: [
      ...policy.matchingRules.map(
        (each) => ({ kind: 'matching-rule', item: { ...each, ...first } }) as const,
      ),
      ...policy.manualRates.map(
        (each) => ({ kind: 'manual-rate', item: { ...each, ...first } }) as const,
      ),
      ...policy.webhooks.map((each) => {
        const secretFor = { generation: each.secretGeneration, by: NO_PERSON };
        return { kind: 'webhook', item: { ...each, secretFor, ...first } } as const;
      }),
    ],
  };
}

function entryOf(head: AuditHead, fact: AuditFact): LedgerWrite {
  return { kind: 'append-audit', entry: appendToChain(head, fact) };
}

/** Pieces that stand and of which the file says something else, or nothing. */
function differing(
  onRecord: readonly CurrentItem[],
  wanted: readonly CurrentItem[],
): readonly string[] {
  const contents = new Map(wanted.map((piece) => [nameOf(piece), contentOf(piece)]));
  return onRecord
    .filter((piece) => piece.kind !== 'controls')
    .filter((piece) => contents.get(nameOf(piece)) !== contentOf(piece))
    .map(nameOf);
}

function nameOf({ kind, item }: CurrentItem): string {
  return kind === 'controls' ? kind : subjectName({ kind, id: item.id });
}

/** What a person says of a piece: without what writing it adds. */
function contentOf({ item }: CurrentItem): string {
  const { seal: _, version: __, ...content } = item;
  return canonicalText({ ...content, activeSince: null });
}

function subjectOfWrite(write: LedgerWrite): string {
  if (write.kind === 'append-audit') return 'the entry of the audit log with the controls';
  const piece = Object.values(write).find((each) => typeof each === 'object' && each !== null);
  return piece !== undefined && 'id' in piece
    ? `${write.kind.slice('put-'.length)}:${piece.id}`
    : 'controls';
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
