import { contended } from '../../api/problems/contended.ts';
import { type HttpResponse, json, type Problem, ProblemError } from '../../api/problems/problem.ts';
import { tradeRefused } from '../../api/problems/trade-refused.ts';
import { withdrawalRefused } from '../../api/problems/withdrawal-refused.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import {
  type CheckTradePorts,
  checkTrade,
  type TradeCheck,
} from '../../treasury/trades/check-trade.ts';
import {
  type CheckWithdrawalPorts,
  checkWithdrawal,
  type WithdrawalCheck,
} from '../../treasury/withdrawals/check-withdrawal.ts';

type Checks = HandlersOf<
  typeof QUERY_LEDGER,
  'POST /v1/withdrawals/check' | 'POST /v1/trades/check'
>;

/** What a request would be told: judged as the request is, on the latest snapshot, and written nowhere. */
export function checkRoutes(ports: CheckWithdrawalPorts & CheckTradePorts): Checks {
  return {
    'POST /v1/withdrawals/check': async ({ tenant, by, body: { comment: _, ...body } }) =>
      withdrawalChecked(await checkWithdrawal(ports, { tenant, requestedBy: by(), ...body })),
    'POST /v1/trades/check': async ({ tenant, requestId, by, body }) => {
      const { reference: _, metadata: __, ...request } = body;
      const checked = await checkTrade(ports, { tenant, requestedBy: by(), request });
      return checked.result === 'contended'
        ? contended('the halt', requestId)
        : tradeChecked(checked);
    },
  };
}

/** @throws ProblemError where the body names no account: a fault of the body is one of the check as well. */
function withdrawalChecked(check: WithdrawalCheck): HttpResponse {
  switch (check.result) {
    case 'accepted': {
      const { result, approvalsRequired, value } = check;
      return json(200, { ...seenIn(check), result, approvalsRequired, ...(value && { value }) });
    }
    case 'requested-before': {
      const { result, instructionId } = check;
      return json(200, { ...seenIn(check), result, instructionId });
    }
    case 'refused': {
      const problem = withdrawalRefused(check.refusal);
      if (problem.code === 'account-unknown') throw new ProblemError(problem);
      return json(200, { ...seenIn(check), result: 'refused', ...refusalIn(problem) });
    }
    default:
      return check satisfies never;
  }
}

const UNKNOWN = {
  'no-snapshot': 'No snapshot has been taken yet, so there is nothing to check the trade on.',
  'no-prices': 'The latest snapshot has no prices, so there is nothing to check the trade on.',
} as const;

function tradeChecked(check: TradeCheck): HttpResponse {
  switch (check.result) {
    case 'accepted': {
      const { result, approvalsRequired, value } = check;
      return json(200, { ...seenIn(check), result, approvalsRequired, value });
    }
    case 'unknown': {
      const { result, why: code } = check;
      const detail = `${UNKNOWN[code]} The request itself asks the service.`;
      return json(200, { ...seenIn(check), result, code, detail });
    }
    case 'refused':
      return json(200, {
        ...seenIn(check),
        result: 'refused',
        ...refusalIn(tradeRefused(check.refusal)),
      });
    default:
      return check satisfies never;
  }
}

/** As of when, and on which snapshot. */
function seenIn({ asOf, snapshot }: Pick<WithdrawalCheck, 'asOf' | 'snapshot'>): object {
  if (snapshot === null) return { asOf, snapshot };
  const { scheduledFor, takenAt } = snapshot;
  return { asOf, snapshot: { scheduledFor, takenAt } };
}

/** What the request's own problem says, without the HTTP of it. */
function refusalIn({ code, title, detail, members, headers }: Problem): object {
  const retryAfter = headers?.['retry-after'];
  const wait = retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) };
  return { code, title, detail, ...members, ...wait };
}
