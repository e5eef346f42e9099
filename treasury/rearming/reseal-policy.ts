import { appendToChain } from '../audit/audit-entry.ts';
import { putItem } from '../changes/writes-of.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type CurrentItem, subjectName } from '../ledger/policy-change.ts';
import type { Policy } from '../policy/policy.ts';
import { type UnreadablePiece, unreadablePieces } from '../policy/unreadable-pieces.ts';
import type { Webhook } from '../policy/webhook.ts';
import { withoutSeal } from '../sealing/messages.ts';
import { judgePiece, sealedPiece } from '../sealing/policy-seals.ts';
import type { Seals } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';

interface ResealPorts {
  readonly ledger: Pick<Ledger, 'readAuditHead' | 'commit'>;
  readonly seals: Seals;
}

interface Resealing {
  readonly tenant: string;
  readonly policy: Policy;
  readonly webhooks: readonly Webhook[];
  /** The tables that the lanes were armed in, and the one that they are armed in now. */
  readonly from: readonly string[];
  readonly epoch: string;
  readonly by: string;
  readonly requestId: string;
  readonly at: Instant;
}

/**
 * Policy that was sealed in the backup's table is sealed again in this one: the same content, as its next version. A
 * piece whose old seal is not valid is left as it is, and blocks. False if another writer came in between; pieces
 * that were sealed stay so, and are not sealed twice.
 */
export async function resealPolicy(ports: ResealPorts, resealing: Resealing): Promise<boolean> {
  const { tenant, from, epoch } = resealing;
  for (const piece of piecesOf(resealing)) {
    const { seal } = piece.item;
    if (seal === undefined || seal.epoch === epoch || !from.includes(seal.epoch)) continue;
    const then = { tenant: tenant, epoch: seal.epoch };
    if ((await judgePiece(ports.seals, then, piece)) !== 'valid') continue;
    if (!(await resealed(ports, resealing, piece))) return false;
  }
  return true;
}

/**
 * The pieces that cannot be read: nothing shows what their seals are of, so they keep these, and once they are put right they
 * are as good as unsealed until two people agree to them anew. They keep no lane from being armed.
 */
export function notResealed(
  policy: Policy,
  webhooks: readonly string[],
): readonly UnreadablePiece[] {
  return unreadablePieces(policy, { webhook: webhooks });
}

async function resealed(
  { ledger, seals }: ResealPorts,
  { tenant, epoch, by, requestId, at }: Resealing,
  piece: CurrentItem,
): Promise<boolean> {
  const item = { ...withoutSeal(piece.item), version: piece.item.version + 1 };
  const next = await sealedPiece(
    seals,
    { tenant: tenant, epoch },
    { ...piece, item } as CurrentItem,
    at,
  );
  const entry = appendToChain(await ledger.readAuditHead(tenant), {
    at,
    by,
    action: 'reseal-policy',
    subject: subjectName(
      piece.kind === 'controls' ? { kind: piece.kind } : { kind: piece.kind, id: piece.item.id },
    ),
    requestId,
    before: { version: piece.item.version },
    after: { version: item.version, epoch },
  });
  const { ok } = await ledger.commit(tenant, [putItem(next), { kind: 'append-audit', entry }]);
  return ok;
}

function piecesOf({ policy, webhooks }: Resealing): readonly CurrentItem[] {
  const {
    controls,
    rules,
    accounts,
    calendars = [],
    matchingRules = [],
    manualRates = [],
  } = policy;
  return [
    ...(controls === null ? [] : [{ kind: 'controls', item: controls } as const]),
    ...rules.map((item) => ({ kind: 'rule', item }) as const),
    ...accounts.map((item) => ({ kind: 'account', item }) as const),
    ...calendars.map((item) => ({ kind: 'calendar', item }) as const),
    ...webhooks.map((item) => ({ kind: 'webhook', item }) as const),
    ...manualRates.map((item) => ({ kind: 'manual-rate', item }) as const),
    ...matchingRules.map((item) => ({ kind: 'matching-rule', item }) as const),
  ];
}
