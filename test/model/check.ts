import { classifyWithdrawal } from '../../adapters/trading-service/classify-withdrawal.ts';
import { judgeWithdrawal } from '../../treasury/outcomes/judge-withdrawal.ts';
import { notSent, type WithdrawalReply } from '../../treasury/outcomes/reply.ts';
import { askedOf } from '../samples/asked-withdrawal.ts';
import { ASSUMPTIONS, NEGATIVE_CONTROLS, type NegativeControl } from './controls.ts';
import { REAL } from './decisions.ts';
import { type Exploration, explore } from './explore.ts';
import { REQUEST } from './policy.ts';
import { replyOf, STANDS_FOR } from './replies.ts';
import { LARGE_SCENARIOS, SCENARIOS, type Scenario } from './scenarios.ts';

/** More states than any scenario has; a search that gets here proves nothing and fails. */
const MAX_STATES = 3_000_000;

/** States of a larger scenario that CI searches beside the whole check: the nearest ones, where most defects show. */
const STATES_OF_A_SHARE = 10_000;
/** States of any scenario that every run of the tests searches: some 20 ms for each. */
const STATES_OF_A_SAMPLE = 2_000;
/** Every run of the tests tries one known-wrong variant, and one broken assumption, of so many. */
const SAMPLED_VARIANTS = 4;

/**
 * 'sample': what every run of the tests has time for, the nearest states of each scenario and some wrong variants.
 * 'share': the smaller scenarios whole, of the others the nearest states, and every variant.
 * 'whole': every scenario to its end. 'large': also those that take minutes.
 */
export type Extent = 'sample' | 'share' | 'whole' | 'large';

/** What must have happened somewhere, in the words of the steps. */
const EXPECTED_STEPS: readonly string[] = [
  'is invoked by the stream',
  'the watchdog delivers',
  'loses the write of its claim',
  'the answer of the store is lost',
  'the repeated write fails on its own success',
  'the late write lands',
  'the late write is refused',
  'finds the claim its own',
  'does not find its claim and fails',
  "finds another's claim, or none and begins again",
  'puts it off: in-flight',
  'puts it off: uncertain',
  'decides to cancel: disarmed',
  'decides to cancel: halted',
  'decides to cancel: budget-exhausted',
  'is refused the balances (401) and fetches the token',
  'is answered 401',
  'is answered 4xx, which is a lie',
  'is answered 200 with its withdrawal',
  'is answered 200 with something else',
  'hears nothing',
  'cannot connect',
  'is past sendBy and does not send',
  'looks at the halt once more',
  'finds the halt changed right before the POST and does not send',
  'a person halts everything',
  'sends the POST, a halt having come since its last look',
  'the service EXECUTES',
  'records confirmed',
  'records not-sent',
  'records rejected',
  'records unknown',
  'records anomaly',
  'finds the instruction unknown and leaves it',
  'finds the lane changed and looks again',
  'fails to record: something changed',
  'dies',
  'gives the sender up: unknown',
  'frees the rejected lane',
  'cancels: too old',
  ': executed',
  ': not executed',
  'a deposit arrives',
  'another party takes money',
  'the token is rotated',
  'the backup is restored',
  'a run finds the occurrence due',
  'a run records its decisions',
  'a run does not hear that its decisions are recorded',
  'a run dies between its reads and its write',
  'a run dies with its write on its way',
  'a run finds the snapshot decided and leaves it',
  'two people arm the restored ledger',
  'is answered 200 that says it failed',
  'and will book it later',
  'the service books what it executed',
  'the service books a part',
  'of a replica that is behind',
  'once more: ',
  'takes note of the balance',
  'decides to cancel: below-threshold',
];

export interface ScenarioResult extends Omit<Exploration, 'steps'> {
  readonly name: string;
  /** Only its nearest states were asked for. */
  readonly shared: boolean;
  readonly ms: number;
}

export interface ControlResult {
  readonly name: string;
  readonly decision: string;
  readonly caught: boolean;
  readonly what: string | null;
  readonly steps: readonly string[];
  readonly states: number;
  readonly ms: number;
}

export interface ModelReport {
  readonly ok: boolean;
  readonly scenarios: readonly ScenarioResult[];
  readonly controls: readonly ControlResult[];
  /** Each assumption, broken: the promise falls with it. */
  readonly assumptions: readonly ControlResult[];
  /** What is judged otherwise than the reply that stands for it. */
  readonly misrepresented: readonly string[];
  /** Steps that no scenario ever took: a model in which nothing happens proves nothing. */
  readonly neverTaken: readonly string[];
  readonly states: number;
  readonly transitions: number;
  readonly ms: number;
}

/** The check: the real protocol holds in every scenario, every known-wrong variant is caught. */
export function checkModel(extent: Extent = 'whole'): ModelReport {
  const started = performance.now();
  const taken = new Set<string>();
  const searched: readonly Scenario[] = [
    ...Object.values(SCENARIOS),
    ...(extent === 'large' ? Object.values(LARGE_SCENARIOS) : []),
  ];
  const scenarios = searched.map(({ name, size, small }): ScenarioResult => {
    const shared = extent === 'sample' || (extent === 'share' && !small);
    const nearest = extent === 'sample' ? STATES_OF_A_SAMPLE : STATES_OF_A_SHARE;
    const states = shared ? nearest : MAX_STATES;
    const [{ steps, ...found }, ms] = timed(() => explore(size, REAL, states));
    for (const step of EXPECTED_STEPS) {
      if ([...steps].some((message) => message.includes(step))) taken.add(step);
    }
    return { name, shared, ...found, ms };
  });
  const controls = tried(NEGATIVE_CONTROLS, extent).map(caught);
  const assumptions = tried(ASSUMPTIONS, extent).map(caught);
  const neverTaken = EXPECTED_STEPS.filter((step) => !taken.has(step));
  const misrepresented = misrepresentedReplies();
  const ok =
    misrepresented.length === 0 &&
    neverTaken.length === 0 &&
    assumptions.every((assumption) => assumption.caught) &&
    scenarios.every(
      ({ violation, stuck, complete, shared }) => (complete || shared) && !violation && !stuck,
    ) &&
    controls.every(({ caught }) => caught);
  return {
    ok,
    scenarios,
    controls,
    assumptions,
    neverTaken,
    misrepresented,
    states: scenarios.reduce((sum, { states }) => sum + states, 0),
    transitions: scenarios.reduce((sum, { transitions }) => sum + transitions, 0),
    ms: Math.round(performance.now() - started),
  };
}

function tried(variants: readonly NegativeControl[], extent: Extent): readonly NegativeControl[] {
  return variants.filter((_, index) => extent !== 'sample' || index % SAMPLED_VARIANTS === 0);
}

function caught(wrong: NegativeControl): ControlResult {
  const { name, decision, violates, scenario, decisions } = wrong;
  const [found, ms] = timed(() => explore(scenario.size, decisions, MAX_STATES, violates));
  const { violation, states } = found;
  return {
    name,
    decision,
    caught: violation !== null,
    what: violation?.what ?? null,
    steps: violation?.steps ?? [],
    states,
    ms,
  };
}

function misrepresentedReplies(): readonly string[] {
  const stateOf = (reply: WithdrawalReply) =>
    judgeWithdrawal(askedOf(REQUEST), reply, new Set()).state;
  const others = [
    ...STANDS_FOR.map(({ seen, by }) => ({ seen, reply: classifyWithdrawal(seen), by })),
    {
      seen: 'halt-unreadable',
      reply: notSent({ code: 'halt-unreadable' }),
      by: 'not-connected',
    } as const,
  ];
  return others
    .filter(({ reply, by }) => stateOf(reply) !== stateOf(replyOf(by, 0)))
    .map(({ seen, by }) => `${JSON.stringify(seen)} is not judged as ${by} is`);
}

function timed<T>(work: () => T): [T, number] {
  const started = performance.now();
  const result = work();
  return [result, Math.round(performance.now() - started)];
}
