import type { BreakCandidate } from '../breaks/break-transitions.ts';
import { closeByKnowledge, lookedAtAgain, openBreak } from '../breaks/break-transitions.ts';
import { type Break, breakId, explanationOf } from '../ledger/break.ts';
import { type Flow, flowSchema } from '../ledger/flow.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import type { Instant } from '../time/instant.ts';
import { emptied, isEmpty } from './flow-of.ts';

/** The writes that turn the stored flows and breaks into those that were found. */
export interface FlowChanges {
  readonly flows: readonly Flow[];
  readonly breaks: readonly Break[];
}

/**
 * From the stored ones to those that were found; empty if they are the same, so that a snapshot that comes twice
 * changes nothing. `current`: the flows and breaks of exactly the ticks that were examined.
 */
export function changesTo(
  candidates: readonly BreakCandidate[],
  current: { readonly flows: readonly Flow[]; readonly breaks: readonly Break[] },
  at: Instant,
): FlowChanges {
  const found = new Map(candidates.map((candidate) => [breakId(candidate.flow), candidate]));
  const flows = new Map(current.flows.map((flow) => [breakId(flow), flow]));
  const breaks = new Map(current.breaks.map((each) => [each.id, each]));
  const gone = current.breaks.filter(({ id }) => found.get(id)?.isBreak !== true);
  return {
    flows: [
      ...candidates.flatMap(({ flow }) => newFlow(flow, flows.get(breakId(flow)))),
      ...current.flows
        .filter((flow) => !found.has(breakId(flow)) && !isEmpty(flow))
        .map((flow) => ({ ...emptied(flow), version: flow.version + 1 })),
    ],
    breaks: [
      ...candidates
        .filter(({ isBreak }) => isBreak)
        .flatMap((candidate) => {
          const before = breaks.get(breakId(candidate.flow));
          const next =
            before === undefined
              ? openBreak(candidate, at, namedElsewhere(candidate, gone))
              : lookedAtAgain(before, candidate, at);
          return next === null ? [] : [next];
        }),
      ...gone.flatMap((each) => {
        const movements = found.get(each.id)?.flow.movements ?? [];
        const closed = closeByKnowledge(
          each,
          movements.map(({ instructionId }) => instructionId),
          at,
        );
        return closed === null ? [] : [closed];
      }),
    ],
  };
}

function newFlow(found: Omit<Flow, 'version'>, current: Flow | undefined): readonly Flow[] {
  if (current === undefined) return [{ ...found, version: 1 }];
  const { version } = current;
  const next = withUnknown(flowSchema, current, { ...found, version });
  const isSame = canonicalText(next) === canonicalText(current);
  return isSame ? [] : [{ ...next, version: version + 1 }];
}

/** The same amount of the same currency, explained by a person at a place where nothing is unexplained any more. */
function namedElsewhere({ flow }: BreakCandidate, gone: readonly Break[]): Break | null {
  const named = gone.find(
    (each) =>
      each.currency === flow.currency &&
      each.amount === flow.unexplained &&
      explanationOf(each) !== null,
  );
  return named ?? null;
}
