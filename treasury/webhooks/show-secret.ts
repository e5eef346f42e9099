import { appendToChain } from '../audit/audit-entry.ts';
import type { PolicyLedger } from '../changes/ports.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type CurrentItem, subjectName } from '../ledger/policy-change.ts';
import type { WebhookSecret } from '../ledger/webhook-secret.ts';
import { NO_PERSON } from '../policy/webhook.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { judgePiece } from '../sealing/policy-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';

export interface ShowSecretPorts {
  readonly now: () => Instant;
  readonly seals: SealVerifier;
  readonly ledger: Pick<PolicyLedger, 'readCurrent'> &
    Pick<Ledger, 'epoch' | 'readAuditHead' | 'commit'> & {
      readonly readSecret: (
        tenant: string,
        webhookId: string,
        generation: number,
      ) => Promise<WebhookSecret | null>;
    };
  /** A fresh random secret, in the form that receivers are given. */
  readonly newSecret: () => string;
  /** The record with the secret in it, encrypted for exactly these fields. */
  readonly seal: (
    tenant: string,
    terms: Omit<WebhookSecret, 'encrypted'>,
    secret: string,
  ) => Promise<WebhookSecret>;
}

export interface ShowSecretCommand {
  readonly tenant: string;
  readonly webhookId: string;
  readonly by: string;
  readonly requestId: string;
}

export interface ShowSecretRefusal {
  readonly code: 'not-found' | 'secret-for-another' | 'secret-shown' | 'webhook-unsealed';
  readonly message: string;
}

export type ShowSecretResult =
  | { readonly result: 'shown'; readonly secret: string; readonly generation: number }
  | { readonly result: 'refused'; readonly refusal: ShowSecretRefusal }
  | Contended;

/** As for a change of the policy: the audit log is what others write to meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * Makes a webhook's secret and shows it, once, to the maker of the change that asked for it. It is made only now: until
 * then there is none that leaks. Its record is written once for each generation, so a second response is impossible.
 */
export async function showSecret(
  ports: ShowSecretPorts,
  command: ShowSecretCommand,
): Promise<ShowSecretResult> {
  return await untilWritten(() => showOnce(ports, command), MAX_ATTEMPTS);
}

async function showOnce(
  ports: ShowSecretPorts,
  { tenant, webhookId, by, requestId }: ShowSecretCommand,
): Promise<ShowSecretResult | null> {
  const { ledger, now } = ports;
  const subject = { kind: 'webhook', id: webhookId } as const;
  const [head, epoch, current] = await Promise.all([
    ledger.readAuditHead(tenant),
    ledger.epoch(),
    ledger.readCurrent(tenant, subject),
  ]);
  const verdict =
    current === null ? null : await judgePiece(ports.seals, { tenant, epoch }, current);
  const refused = refusalOf(current, verdict, by);
  if (refused !== null || current?.kind !== 'webhook') return refused;
  const { generation } = current.item.secretFor;
  const shown = await ledger.readSecret(tenant, webhookId, generation);
  if (shown !== null) {
    const message = `Secret ${generation} was shown to ${shown.shownTo} at ${shown.createdAt}, and is shown once. Raise secretGeneration for a new one.`;
    return refuse('secret-shown', message);
  }
  const at = now();
  const secret = ports.newSecret();
  const terms = { webhookId, generation, createdAt: at, shownTo: by };
  const record = await ports.seal(tenant, terms, secret);
  const entry = appendToChain(head, {
    at,
    by,
    action: 'show-webhook-secret',
    subject: subjectName(subject),
    requestId,
    before: null,
    after: { generation },
  });
  const { ok } = await ledger.commit(tenant, [
    { kind: 'create-webhook-secret', secret: record },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'shown', secret, generation } : null;
}

function refusalOf(
  current: CurrentItem | null,
  verdict: string | null,
  by: string,
): ShowSecretResult | null {
  if (current?.kind !== 'webhook' || current.item.deletedAt !== undefined) {
    return refuse('not-found', 'There is no such webhook.');
  }
  // Whom it is for is worth as much as the seal over it.
  if (verdict !== 'valid') {
    const message = `No deciding function of Sluice wrote this webhook (its seal is ${verdict}). Propose it again as a whole.`;
    return refuse('webhook-unsealed', message);
  }
  const { secretFor } = current.item;
  if (secretFor.by === NO_PERSON) {
    const message = `This webhook is of the first policy, which no two people agreed to. Propose it with secretGeneration ${secretFor.generation + 1}: once another person has approved, you are shown the secret.`;
    return refuse('secret-for-another', message);
  }
  if (secretFor.by === by) return null;
  const message = `Secret ${secretFor.generation} is for ${secretFor.by}, who asked for it.`;
  return refuse('secret-for-another', message);
}

function refuse(code: ShowSecretRefusal['code'], message: string): ShowSecretResult {
  return { result: 'refused', refusal: { code, message } };
}
