import { countMarksIn } from '../../adapters/store/count-marks.ts';
import { readRearming } from '../../adapters/store/rearming.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { contended } from '../../api/problems/contended.ts';
import { type HttpResponse, json, problem, problemResponse } from '../../api/problems/problem.ts';
import { etagOfTag } from '../../api/requests/etag.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { MANAGE_POLICY } from '../../api/routes/declared/manage-policy.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { arm, type RearmingPorts, type RearmResult } from '../../treasury/rearming/rearm.ts';
import { rearmingView } from '../../treasury/rearming/rearming.ts';
import { judgeRestored, unprovenIn } from '../../treasury/rearming/restored-counts.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';

type Ports = Pick<RearmingPorts, 'now' | 'seals' | 'counts'> & {
  readonly ledger: Omit<RearmingPorts['ledger'], 'readRearming'>;
};

/** Routes of /v1/lanes/rearm: the lanes of a restored ledger that can be armed, and the word of two people. */
export function rearmingRoutes(
  { now, seals, counts, ledger }: Ports,
  table: StoreTable,
): HandlersOf<typeof MANAGE_POLICY, 'GET /v1/lanes/rearm' | 'POST /v1/lanes/rearm'> {
  const ports: RearmingPorts = {
    now,
    seals,
    counts,
    marks: countMarksIn(table),
    ledger: { ...ledger, readRearming: (tenant) => readRearming(table, tenant) },
  };
  return {
    'GET /v1/lanes/rearm': async ({ tenant }) => {
      const [lanes, epoch, said] = await Promise.all([
        ledger.readLanes(tenant),
        ledger.epoch(),
        ports.ledger.readRearming(tenant),
      ]);
      const view = rearmingView(lanes, epoch);
      const restored = await judgeRestored(ports, { tenant, epoch, lanes });
      const shown = { ...view, unproven: unprovenIn(restored), said: said && withoutSeal(said) };
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
