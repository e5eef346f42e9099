import type { ClaimWindow } from '../../treasury/ledger/claim-window.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';

export function claimKey({
  quarantineUntil,
  instructionId,
}: Pick<ClaimWindow, 'quarantineUntil' | 'instructionId'>): string {
  return `${quarantineUntil}#${instructionId}`;
}

/** The version before, or nothing where this is the first. */
export function follows(
  current: { readonly version: number } | null | undefined,
  next: { readonly version: number },
): boolean {
  if (next.version === 1) return current == null;
  return current?.version === next.version - 1;
}

/** The pieces of a policy that have a history of versions, which none is ever taken from. */
export type PieceKind =
  | 'account'
  | 'calendar'
  | 'controls'
  | 'manual-rate'
  | 'matching-rule'
  | 'rule'
  | 'webhook';

/** The key of a version in the history of its piece; the controls, of which there is one, have an empty id. */
export function versionKey(kind: PieceKind, id: string, version: number): string {
  return `${kind.toUpperCase()}#${id}#${version}`;
}

/** The key of an item that a change writes once and for ever. */
export function keyOf(change: LedgerWrite): string | null {
  switch (change.kind) {
    case 'mark-instruction':
      return `LEFT#${change.mark.instructionId}`;
    case 'record-missed':
      return `MISSED#${change.missed.ruleId}#${change.missed.ended?.instructionId ?? change.missed.snapshot}`;
    case 'record-withdrawal-id':
      return `WITHDRAWAL#${change.withdrawalId}`;
    case 'record-trade-id':
      return `TRADE#${change.tradeId}`;
    case 'put-controls':
      return versionKey('controls', '', change.controls.version);
    case 'put-rule':
      return versionKey('rule', change.rule.id, change.rule.version);
    case 'put-manual-rate':
      return versionKey('manual-rate', change.rate.id, change.rate.version);
    case 'put-matching-rule':
      return versionKey('matching-rule', change.rule.id, change.rule.version);
    case 'put-account':
      return versionKey('account', change.account.id, change.account.version);
    case 'put-calendar':
      return versionKey('calendar', change.calendar.id, change.calendar.version);
    case 'put-webhook':
      return versionKey('webhook', change.webhook.id, change.webhook.version);
    case 'create-webhook-secret':
      return `WEBHOOK-SECRET#${change.secret.webhookId}#${change.secret.generation}`;
    default:
      return null;
  }
}
