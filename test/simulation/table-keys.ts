import type { Break } from '../../treasury/ledger/break.ts';
import type { ClaimWindow } from '../../treasury/ledger/claim-window.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { MatchingUsage } from '../../treasury/ledger/matching-usage.ts';
import type { PendingClaims } from '../../treasury/ledger/pending-claims.ts';
import type { Rearming } from '../../treasury/ledger/rearming.ts';
import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';
import type { Webhook } from '../../treasury/policy/webhook.ts';
import type { CountMark } from '../../treasury/seals/count-seal.ts';

export function claimKey({
  quarantineUntil,
  instructionId,
}: Pick<ClaimWindow, 'quarantineUntil' | 'instructionId'>): string {
  return `${quarantineUntil}#${instructionId}`;
}

/** What the books hold in one place. */
export type Booked =
  | MatchingRule
  | MatchingUsage
  | Flow
  | Break
  | PendingClaims
  | ManualRate
  | Rearming
  | UnbookedConclusion
  | Webhook;

export function bookOf(
  change: LedgerWrite & {
    readonly kind:
      | 'put-manual-rate'
      | 'put-matching-rule'
      | 'put-matching-usage'
      | 'put-flow'
      | 'put-break'
      | 'put-pending-claims'
      | 'put-rearming'
      | 'put-unbooked'
      | 'put-webhook';
  },
): {
  readonly key: string;
  readonly booked: Booked;
} {
  switch (change.kind) {
    case 'put-flow': {
      const { snapshot, currency } = change.flow;
      return { key: `FLOW#${snapshot}#${currency}`, booked: change.flow };
    }
    case 'put-manual-rate':
      return { key: `MANUAL-RATE#${change.rate.id}`, booked: change.rate };
    case 'put-matching-rule':
      return { key: `MATCHING-RULE#${change.rule.id}`, booked: change.rule };
    case 'put-matching-usage':
      return { key: `MATCHING-USAGE#${change.usage.ruleId}`, booked: change.usage };
    case 'put-break':
      return { key: `BREAK#${change.break.id}`, booked: change.break };
    case 'put-pending-claims':
      return { key: 'PENDING-CLAIMS', booked: change.pendingClaims };
    case 'put-rearming':
      return { key: 'REARMING', booked: change.rearming };
    case 'put-unbooked':
      return { key: 'UNBOOKED', booked: change.conclusion };
    case 'put-webhook':
      return { key: `WEBHOOK#${change.webhook.id}`, booked: change.webhook };
    default:
      return change satisfies never;
  }
}

/** The version before, or nothing where this is the first. */
export function follows(
  current: { readonly version: number } | null | undefined,
  next: { readonly version: number },
): boolean {
  if (next.version === 1) return current == null;
  return current?.version === next.version - 1;
}

/** The mark of a count that such a key stands for; null if it stands for something else. */
export function countMarkOf(key: string): CountMark | null {
  if (!key.startsWith('COUNT#')) return null;
  const [number = '', epoch = '', ...of] = key.split('#').slice(1).reverse();
  return { of: of.reverse().join('#'), epoch, number: Number(number) };
}

/** The key of an item that a change writes once and for ever. */
export function keyOf(change: LedgerWrite): string | null {
  switch (change.kind) {
    case 'mark-count':
      return `COUNT#${change.mark.of}#${change.mark.epoch}#${change.mark.number}`;
    case 'mark-instruction':
      return `LEFT#${change.mark.instructionId}`;
    case 'record-missed':
      return `MISSED#${change.missed.ruleId}#${change.missed.ended?.instructionId ?? change.missed.snapshot}`;
    case 'record-withdrawal-id':
      return `WITHDRAWAL#${change.withdrawalId}`;
    case 'record-trade-id':
      return `TRADE#${change.tradeId}`;
    case 'put-controls':
      return `CONTROLS#${change.controls.version}`;
    case 'put-rule':
      return `RULE#${change.rule.id}#${change.rule.version}`;
    case 'put-manual-rate':
      return `MANUAL-RATE#${change.rate.id}#${change.rate.version}`;
    case 'put-matching-rule':
      return `MATCHING-RULE#${change.rule.id}#${change.rule.version}`;
    case 'put-account':
      return `ACCOUNT#${change.account.id}#${change.account.version}`;
    case 'put-calendar':
      return `CALENDAR#${change.calendar.id}#${change.calendar.version}`;
    case 'put-webhook':
      return `WEBHOOK#${change.webhook.id}#${change.webhook.version}`;
    case 'create-webhook-secret':
      return `WEBHOOK-SECRET#${change.secret.webhookId}#${change.secret.generation}`;
    default:
      return null;
  }
}
