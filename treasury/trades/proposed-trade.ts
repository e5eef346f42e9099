import { proposedBy } from '../instructions/history-words.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import type { Instant } from '../time/instant.ts';
import type { TradeWish } from './trade-wish.ts';

/** SHA-256 over what was asked and by whom; the same key with another of these is another wish. */
export function tradeFingerprint({ request, requestedBy }: TradeWish): string {
  const { instrument, side, price, amount } = request;
  return fingerprintOf([requestedBy, instrument, side, price, amount]);
}

/** The instruction of a wish before anybody has said yes to it. */
export function proposedTrade(wish: TradeWish, id: string, at: Instant): Instruction {
  const { client, requestedBy, idempotencyKey, request } = wish;
  return {
    id,
    client,
    origin: { kind: 'request', idempotencyKey, fingerprint: tradeFingerprint(wish), requestedBy },
    content: { kind: 'trade', ...request },
    createdAt: at,
    status: { state: 'proposed', at },
    history: [proposedBy(at, `asked for by ${requestedBy}`)],
    version: 1,
  };
}
