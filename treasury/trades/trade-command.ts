import type { RequestLabels } from '../instructions/request-labels.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';

/** A trade as a person requests it, validated in form. */
export interface TradeCommand {
  readonly tenant: string;
  /** The caller: subject of the token. */
  readonly requestedBy: string;
  readonly idempotencyKey: string;
  readonly request: TradeRequest;
  /** Of the caller's own systems; kept, never sent. */
  readonly labels?: RequestLabels;
  /** Of the API, for the audit log. */
  readonly requestId?: string;
}
