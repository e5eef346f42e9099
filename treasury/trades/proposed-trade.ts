import { proposedBy } from '../instructions/history.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import { labelParts, labelsOf } from '../instructions/request-labels.ts';
import type { Instant } from '../time/instant.ts';
import type { TradeCommand } from './trade-command.ts';

/** SHA-256 over the request and its author; the same key with another digest is another command. */
export function tradeFingerprint({ request, requestedBy, labels = {} }: TradeCommand): string {
  const { instrument, side, price, amount } = request;
  return fingerprintOf([requestedBy, instrument, side, price, amount, ...labelParts(labels)]);
}

/** The instruction of a command before any approval. */
export function proposedTrade(command: TradeCommand, id: string, at: Instant): Instruction {
  const { tenant, requestedBy, idempotencyKey, request, labels = {} } = command;
  return {
    id,
    tenant,
    origin: {
      kind: 'request',
      idempotencyKey,
      fingerprint: tradeFingerprint(command),
      requestedBy,
    },
    content: { kind: 'trade', ...request, ...labelsOf(labels) },
    createdAt: at,
    status: { state: 'proposed', at },
    history: [proposedBy(at, { code: 'requested', by: requestedBy })],
    version: 1,
  };
}
