import type { Instruction } from '../approving/instruction.ts';

/** What is known of a request at the service. */
export interface ServiceReply {
  /** By what they are: "Withdrawal", "Trade". */
  readonly ids: readonly string[];
  /** As the service answered, cut to a length; null where nothing is kept. */
  readonly raw: string | null;
}

/** The service's own ids, and its answer word for word. */
export function serviceReplyOf({ status }: Instruction): ServiceReply {
  switch (status.state) {
    case 'confirmed':
      return { ids: confirmedIds(status.confirmation), raw: status.evidence };
    case 'unknown':
    case 'anomaly':
      return {
        ids: [
          ...(status.withdrawalIds ?? []),
          ...(status.tradeId === undefined ? [] : [status.tradeId]),
        ],
        raw: status.evidence,
      };
    case 'rejected':
    case 'not-sent':
      return { ids: [], raw: status.evidence };
    default:
      return { ids: [], raw: null };
  }
}

type Confirmation = Extract<Instruction['status'], { state: 'confirmed' }>['confirmation'];

function confirmedIds(confirmation: Confirmation): readonly string[] {
  switch (confirmation.kind) {
    case 'withdrawal':
      return confirmation.withdrawals.map(({ id }) => id);
    case 'trade':
      return confirmation.trade.id === undefined ? [] : [confirmation.trade.id];
    case 'settled':
      return confirmation.withdrawalId === undefined ? [] : [confirmation.withdrawalId];
    default:
      return [];
  }
}

/** JSON in lines where it is JSON; what the service said otherwise. */
export function readable(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}
