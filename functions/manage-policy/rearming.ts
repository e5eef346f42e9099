import { readRearming } from '../../adapters/store/rearming.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { contended } from '../../api/problems/contended.ts';
import { type HttpResponse, json, problem, problemResponse } from '../../api/problems/problem.ts';
import { unreadableCounts } from '../../api/problems/unreadable.ts';
import { etagOfTag } from '../../api/requests/etag.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { MANAGE_POLICY } from '../../api/routes/declared/manage-policy.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { UNREADABLE_COUNTS } from '../../treasury/counters/shared-counts.ts';
import { arm, type RearmingPorts, type RearmResult } from '../../treasury/rearming/rearm.ts';
import { paidForEver, rearmingView } from '../../treasury/rearming/rearming.ts';
import { notResealed } from '../../treasury/rearming/reseal-policy.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';

type Ports = Pick<RearmingPorts, 'now' | 'seals'> & {
  readonly ledger: Omit<RearmingPorts['ledger'], 'readRearming'>;
};

/** Routes of /v1/lanes/rearm: the lanes of a restored ledger that can be armed, and the word of two people. */
export function rearmingRoutes(
  { now, seals, ledger }: Ports,
  table: StoreTable,
): HandlersOf<typeof MANAGE_POLICY, 'GET /v1/lanes/rearm' | 'POST /v1/lanes/rearm'> {
  const ports: RearmingPorts = {
    now,
    seals,
    ledger: { ...ledger, readRearming: (tenant) => readRearming(table, tenant) },
  };
  return {
    'GET /v1/lanes/rearm': async ({ tenant }) => {
      const [lanes, epoch, said, usage, policy, webhooks] = await Promise.all([
        ledger.readLanes(tenant),
        ledger.epoch(),
        ports.ledger.readRearming(tenant),
        ledger.readCounts(tenant, 'outflow-usage'),
        ledger.readPolicy(tenant),
        ledger.readWebhooks(tenant),
      ]);
      if (usage === UNREADABLE_COUNTS) throw unreadableCounts('outflow-usage');
      const view = rearmingView(lanes, epoch);
      const unreadable = notResealed(policy, webhooks.unreadable);
      const shown = {
        ...view,
        ...(unreadable.length > 0 && { unreadable }),
        paidForEver: paidForEver(usage),
        said: said && withoutSeal(said),
      };
      return json(200, shown, etagOfTag(view.digest));
    },
    'POST /v1/lanes/rearm': async ({ tenant, requestId, body, ifMatch, by }) => {
      const digest = await ifMatch(async () => {
        const [lanes, epoch] = await Promise.all([ledger.readLanes(tenant), ledger.epoch()]);
        return rearmingView(lanes, epoch).digest;
      });
      const command = { tenant, by: by(), requestId, ...body, digest };
      const result = await arm(ports, command);
      const refusal = result.result === 'refused' ? result.refusal.code : undefined;
      logger.info('rearming', { result: result.result, refusal });
      return toResponse(result, requestId);
    },
  };
}

function toResponse(result: RearmResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'proposed':
      return json(202, withoutSeal(result.rearming));
    case 'armed':
      return json(200, withoutSeal(result.rearming));
    case 'refused': {
      const { code, message } = result.refusal;
      return problemResponse(problem(code, { detail: message }), requestId);
    }
    case 'contended':
      return contended('the lanes', requestId);
    default:
      return result satisfies never;
  }
}
