import { readArming } from '../../adapters/store/arming.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { callerOf } from '../../api/callers/caller.ts';
import { contended } from '../../api/problems/contended.ts';
import { type Answer, json, problem, problemAnswer } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { validatedBody } from '../../api/requests/validate.ts';
import { armingBody } from '../../api/routes/arming.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { type ArmingPorts, type ArmResult, arm } from '../../treasury/arming/arm.ts';
import { armingView } from '../../treasury/arming/arming.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';

type Ports = Pick<ArmingPorts, 'now' | 'seals'> & {
  readonly ledger: Omit<ArmingPorts['ledger'], 'readArming'>;
};

/** Routes of /v1/lanes/rearm: what of a restored ledger can be armed, and the word of two people. */
export function armingRoutes({ now, seals, ledger }: Ports, table: StoreTable) {
  const ports: ArmingPorts = {
    now,
    seals,
    ledger: { ...ledger, readArming: (client) => readArming(table, client) },
  };
  return {
    'GET /v1/lanes/rearm': async ({ client }: ApiEvent): Promise<Answer> => {
      const [lanes, epoch, said] = await Promise.all([
        ledger.readLanes(client),
        ledger.epoch(),
        ports.ledger.readArming(client),
      ]);
      return json(200, { ...armingView(lanes, epoch), said: said && withoutSeal(said) });
    },
    'POST /v1/lanes/rearm': async (event: ApiEvent): Promise<Answer> => {
      const { client, requestContext } = event;
      const { requestId } = requestContext;
      const wish = { client, by: callerOf(event), requestId, ...validatedBody(armingBody, event) };
      const result = await arm(ports, wish);
      const refusal = result.result === 'refused' ? result.refusal.code : undefined;
      logger.info('arming', { result: result.result, refusal });
      return answerOf(result, requestId);
    },
  } as const;
}

function answerOf(result: ArmResult, requestId: string): Answer {
  switch (result.result) {
    case 'proposed':
      return json(202, withoutSeal(result.arming));
    case 'armed':
      return json(200, withoutSeal(result.arming));
    case 'refused': {
      const { code, words } = result.refusal;
      return problemAnswer(problem(code, { detail: words }), requestId);
    }
    case 'contended':
      return contended('the lanes', requestId);
    default:
      return result satisfies never;
  }
}
