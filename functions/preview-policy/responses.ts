import {
  type HttpResponse,
  json,
  type Problem,
  problem,
  problemResponse,
  type SaidResponse,
  saidJson,
} from '../../api/problems/problem.ts';
import { bodyFields } from '../../api/requests/body-fields.ts';
import { sayNotSent } from '../../treasury/facts/sentences/say/not-sent.ts';
import type { ForecastResult } from '../../treasury/forecast/forecast.ts';
import type { PolicyProblem } from '../../treasury/policy/policy-problem.ts';
import type { BacktestResult } from '../../treasury/preview/backtest.ts';
import type { MatchingBacktestResult } from '../../treasury/preview/backtest-matching.ts';
import type { ChangeEffect } from '../../treasury/preview/effect-of-change.ts';
import type { PreviewResult } from '../../treasury/preview/preview.ts';
import { continuationOf } from './continuation.ts';

/** The result of a forecast, as HTTP. */
export function forecastResponse(
  result: ForecastResult,
  requestId: string,
): HttpResponse | SaidResponse {
  switch (result.result) {
    case 'forecast':
      return saidJson(200, result.forecast);
    case 'no-snapshot':
      return problemResponse(
        problem('balance-unknown', { detail: 'There are no balances to look ahead from.' }),
        requestId,
      );
    case 'disarmed':
    case 'unreadable':
      return problemResponse(withoutControls(result.result), requestId);
    default:
      return result satisfies never;
  }
}

/** The result of a preview, as HTTP. */
export function previewedResponse(
  result: PreviewResult,
  effect: ChangeEffect | null,
  requestId: string,
): HttpResponse | SaidResponse {
  switch (result.result) {
    case 'previewed':
      return saidJson(200, (reader) => ({
        ...result.preview(reader),
        ...(effect !== null && { effect }),
      }));
    case 'no-snapshot':
      return problemResponse(
        problem('balance-unknown', { detail: 'There is nothing to preview the rules on.' }),
        requestId,
      );
    case 'draft-refused':
      return problemResponse(draftRefused(result.problems), requestId);
    default:
      return result satisfies never;
  }
}

/** The result of a backtest, as HTTP. */
export function backtestedResponse(result: BacktestResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'replayed': {
      const { report, continued } = result;
      if (continued === undefined) return json(200, report);
      return json(200, { ...report, continuation: continuationOf(continued) });
    }
    case 'draft-refused':
      return problemResponse(draftRefused(result.problems), requestId);
    case 'disarmed':
    case 'unreadable':
      return problemResponse(withoutControls(result.result), requestId);
    case 'continuation-differs':
      return problemResponse(
        problem('continuation-differs', {
          detail:
            'It belongs to another backtest, or the policy or a manual rate in its values has changed since. Begin again without it.',
        }),
        requestId,
      );
    default:
      return result satisfies never;
  }
}

/** The result of a backtest of matching rules, as HTTP. */
export function matchingBacktestedResponse(
  result: MatchingBacktestResult,
  requestId: string,
): HttpResponse {
  switch (result.result) {
    case 'replayed':
      return json(200, result.report);
    case 'draft-refused':
      return problemResponse(draftRefused(result.problems), requestId);
    default:
      return result satisfies never;
  }
}

/** A continuation that no response held. */
export function continuationRefused(): Problem {
  const accepted = 'the continuation of the answer before, letter for letter';
  return problem('invalid-body', {
    fields: [{ field: 'continuation', pointer: '/continuation', seen: 'another text', accepted }],
  });
}

/** There are no controls to look ahead or back with, or none that can be read. */
function withoutControls(why: 'disarmed' | 'unreadable'): Problem {
  if (why === 'disarmed') return problem(why, { detail: sayNotSent({ code: 'no-policy' }) });
  const unread = sayNotSent({ code: 'controls-unreadable' });
  return problem(why, { detail: `${unread} Therefore nothing can be computed.` });
}

function draftRefused(problems: readonly PolicyProblem[]): Problem {
  return problem('invalid-body', {
    detail: 'Nothing was changed. Each field below says what was seen and what is accepted.',
    fields: bodyFields(problems),
  });
}
