import { type Break, matchOf } from '../ledger/break.ts';
import type { Flow } from '../ledger/flow.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import {
  MAX_TRANSACTION_BYTES,
  MAX_TRANSACTION_WRITES,
  writesIn,
} from '../ledger/transaction-limits.ts';
import { jsonBytes } from '../records/json-bytes.ts';
import type { FlowChanges } from './changes.ts';

/** Half of what a transaction takes: names of attributes and places in indexes are not in the JSON. */
const MAX_COMMIT_BYTES = MAX_TRANSACTION_BYTES / 2;

/** An entry of the audit log goes with a commit that corrects days which are over (`day-corrections.ts`): two writes. */
const MAX_COMMIT_WRITES = MAX_TRANSACTION_WRITES - 2;

type Assertion = LedgerWrite & { readonly kind: 'assert-matching-rule-unchanged' };

/** What stands or falls together, and the matching rules that it rests on. */
interface Together {
  readonly changes: readonly LedgerWrite[];
  readonly rules: readonly string[];
}

/**
 * The commits of one tick, in their order. A tick writes a flow and a break for each currency that moved, and for each
 * matching rule that explained something a check and what it has explained: some hundreds, where a transaction takes a
 * hundred. What the rules have explained comes first: if the rest is cut off, a rule has explained less than is counted,
 * never more. The flow and the break of a currency stay together, and each commit with a matched break checks its rule.
 */
export function commitsOfTick(
  { flows, breaks }: FlowChanges,
  matching: readonly LedgerWrite[],
): readonly (readonly LedgerWrite[])[] {
  const assertions = new Map(
    matching.filter(isAssertion).map((change) => [change.ruleId, change] as const),
  );
  const counted = matching.flatMap((change): readonly Together[] =>
    change.kind === 'put-matching-usage'
      ? [{ changes: [change], rules: [change.usage.ruleId] }]
      : [],
  );
  const commits: Commit[] = [];
  for (const each of [...counted, ...ofCurrencies(flows, breaks)]) {
    const last = commits.at(-1);
    if (last?.takes(each) === true) last.add(each);
    else commits.push(new Commit(assertions, each));
  }
  return commits.map((each) => each.changes());
}

/** By currency and tick: one that is examined again writes those of several ticks. */
function ofCurrencies(flows: readonly Flow[], breaks: readonly Break[]): readonly Together[] {
  const placeOf = ({ snapshot, currency }: Flow | Break) => `${currency}#${snapshot}`;
  const byPlace = new Map<string, { flows: Flow[]; breaks: Break[] }>();
  const at = (each: Flow | Break) => {
    const place = placeOf(each);
    const known = byPlace.get(place) ?? { flows: [], breaks: [] };
    byPlace.set(place, known);
    return known;
  };
  for (const flow of flows) at(flow).flows.push(flow);
  for (const each of breaks) at(each).breaks.push(each);
  return [...byPlace]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, each]) => ({
      changes: [
        ...each.flows.map((flow): LedgerWrite => ({ kind: 'put-flow', flow })),
        ...each.breaks.map((found): LedgerWrite => ({ kind: 'put-break', break: found })),
      ],
      rules: each.breaks.flatMap((found) => matchOf(found)?.ruleId ?? []),
    }));
}

class Commit {
  readonly #assertions: ReadonlyMap<string, Assertion>;
  readonly #changes: LedgerWrite[] = [];
  readonly #checked = new Map<string, Assertion>();
  #writes = 0;
  #bytes = 0;

  constructor(assertions: ReadonlyMap<string, Assertion>, first: Together) {
    this.#assertions = assertions;
    this.add(first);
  }

  takes(more: Together): boolean {
    const { writes, bytes } = this.#sizeOf(more);
    return this.#writes + writes <= MAX_COMMIT_WRITES && this.#bytes + bytes <= MAX_COMMIT_BYTES;
  }

  add(more: Together): void {
    const { writes, bytes } = this.#sizeOf(more);
    this.#writes += writes;
    this.#bytes += bytes;
    for (const check of this.#unchecked(more)) this.#checked.set(check.ruleId, check);
    this.#changes.push(...more.changes);
  }

  changes(): readonly LedgerWrite[] {
    return [...this.#checked.values(), ...this.#changes];
  }

  #sizeOf(more: Together) {
    const all = [...this.#unchecked(more), ...more.changes];
    return {
      writes: all.reduce((sum, change) => sum + writesIn(change), 0),
      bytes: all.reduce((sum, change) => sum + jsonBytes(change), 0),
    };
  }

  /** A rule that explained nothing now, and whose earlier explanation stands or falls, is not checked. */
  #unchecked({ rules }: Together): readonly Assertion[] {
    return [...new Set(rules)].flatMap((rule) => {
      const check = this.#checked.has(rule) ? undefined : this.#assertions.get(rule);
      return check === undefined ? [] : [check];
    });
  }
}

function isAssertion(change: LedgerWrite): change is Assertion {
  return change.kind === 'assert-matching-rule-unchanged';
}
