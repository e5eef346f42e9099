import type { TradeRequest } from '../outcomes/outcome.ts';

/** A trade as somebody asks for it, validated in form. */
export interface TradeCommand {
  readonly tenant: string;
  /** Who asks: subject of the caller's token. */
  readonly requestedBy: string;
  readonly idempotencyKey: string;
  readonly request: TradeRequest;
  /** Of the API, for the audit log. */
  readonly requestId?: string;
}
