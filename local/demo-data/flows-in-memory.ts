import type { Flow } from '../../treasury/ledger/flow.ts';
import type { FlowLedger } from '../../treasury/reconciliation/ports.ts';

type FlowReads = Pick<
  FlowLedger,
  'flowsBetween' | 'newestFlows' | 'movedBetween' | 'differedBetween'
>;

/** The reads of flows that are in memory, for one tenant. */
export function readsOf(flows: ReadonlyMap<string, Flow>): FlowReads {
  const within = (from: string, to: string) =>
    [...flows.values()]
      .filter(({ snapshot }) => from <= snapshot && snapshot <= to)
      .sort((a, b) => (a.snapshot < b.snapshot ? -1 : 1));
  const newest = (found: readonly Flow[], limit = found.length) =>
    found.toReversed().slice(0, limit);
  return {
    flowsBetween: async (_, from, to) => within(from, to),
    newestFlows: async (_, to, limit) => newest(within('', to), limit),
    movedBetween: async (_, currency, from, to) =>
      newest(within(from, to).filter((flow) => flow.currency === currency && hasMoved(flow))),
    differedBetween: async (_, currency, { from, to }, limit) => {
      const others = within(from, to).filter((flow) => !hasMoved(flow));
      const found = others.filter((flow) => flow.currency === currency && flow.unexplained !== '0');
      return newest(found, limit);
    },
  };
}

function hasMoved({ movements }: Flow): boolean {
  return movements.length > 0;
}
