import { appendToChain } from '../audit/audit-entry.ts';
import type { PolicyLedger } from '../changes/ports.ts';
import { putItem } from '../changes/writes-of.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { subjectName } from '../ledger/policy-change.ts';
import type { PauseReason } from '../policy/webhook.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { judgePiece } from '../sealing/policy-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';

export interface PausingPorts {
  readonly now: () => Instant;
  readonly seals: SealVerifier;
  readonly ledger: Pick<PolicyLedger, 'readCurrent'> &
    Pick<Ledger, 'epoch' | 'readAuditHead' | 'commit'>;
}

export interface PauseCommand {
  readonly tenant: string;
  readonly webhookId: string;
  /** The version that failed: one that people changed since is not meant. */
  readonly version: number;
  readonly reason: PauseReason;
  readonly requestId: string;
}

export type PauseResult = { readonly result: 'paused' | 'not-needed' } | Contended;

/** How often it is tried again after another writer came in between; the next round tries again anyway. */
const MAX_ATTEMPTS = 5;

/**
 * Sluice pauses a webhook whose receiver has not answered for days. That narrows, so no person is asked; two people
 * have it sent to again.
 */
export async function pauseWebhook(
  ports: PausingPorts,
  command: PauseCommand,
): Promise<PauseResult> {
  return await untilWritten(() => pauseOnce(ports, command), MAX_ATTEMPTS);
}

async function pauseOnce(
  { now, seals, ledger }: PausingPorts,
  { tenant, webhookId, version, reason, requestId }: PauseCommand,
): Promise<PauseResult | null> {
  const subject = { kind: 'webhook', id: webhookId } as const;
  const [head, epoch, current] = await Promise.all([
    ledger.readAuditHead(tenant),
    ledger.epoch(),
    ledger.readCurrent(tenant, subject),
  ]);
  if (current?.kind !== 'webhook') return { result: 'not-needed' };
  const { item } = current;
  if (item.status === 'paused' || item.version !== version) return { result: 'not-needed' };
  // Nothing is sent to what no deciding function wrote in any case.
  if ((await judgePiece(seals, { tenant, epoch }, current)) !== 'valid') {
    return { result: 'not-needed' };
  }
  const at = now();
  const next = {
    // With its seal: what Sluice narrows by itself is sealed by no key, and its basis stays proven.
    ...item,
    status: 'paused',
    pausedBySluice: { at, reason, activeSince: item.activeSince },
    activeSince: at,
    version: version + 1,
  } as const;
  const entry = appendToChain(head, {
    at,
    by: 'sluice',
    action: 'pause-webhook',
    subject: subjectName(subject),
    requestId,
    before: item,
    after: next,
  });
  const { ok } = await ledger.commit(tenant, [
    putItem({ kind: 'webhook', item: next }),
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'paused' } : null;
}
