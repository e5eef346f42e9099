import { classifyWithdrawal } from '../../treasury/outcomes/classify-withdrawal.ts';
import { NEGATIVE_CONTROLS } from './controls.ts';
import { REAL } from './decisions.ts';
import { exchangeOf, STANDS_FOR } from './exchanges.ts';
import { type Exploration, explore } from './explore.ts';
import { REQUEST } from './policy.ts';
import { SCENARIOS } from './scenarios.ts';

/** More states than any scenario has; a search that gets here proves nothing and fails. */
const MAX_STATES = 3_000_000;

export interface ScenarioResult extends Omit<Exploration, 'steps'> {
  readonly name: string;
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
  /** Exchanges that the classifier judges otherwise than the one that stands for them. */
  readonly misrepresented: readonly string[];
  /** Steps that no scenario ever took: a model in which nothing happens proves nothing. */
  readonly states: number;
  readonly transitions: number;
  readonly ms: number;
}

/** The whole check: the real protocol holds in every scenario, every known-wrong variant is caught. */
export function checkModel(): ModelReport {
  const started = performance.now();
  const scenarios = Object.values(SCENARIOS).map(({ name, size }): ScenarioResult => {
    const [{ steps: _, ...found }, ms] = timed(() => explore(size, REAL, MAX_STATES));
    return { name, ...found, ms };
  });
  const controls = NEGATIVE_CONTROLS.map(({ name, decision, violates, scenario, decisions }) => {
    const [found, ms] = timed(() => explore(scenario.size, decisions, MAX_STATES, violates));
    const counterexample = found.violation;
    return {
      name,
      decision,
      caught: counterexample !== null,
      what: counterexample?.what ?? null,
      steps: counterexample?.steps ?? [],
      states: found.states,
      ms,
    };
  });
  const misrepresented = misrepresentedExchanges();
  const ok =
    misrepresented.length === 0 &&
    scenarios.every(({ violation, stuck, complete }) => complete && !violation && !stuck) &&
    controls.every(({ caught }) => caught);
  return {
    ok,
    scenarios,
    controls,
    misrepresented,
    states: scenarios.reduce((sum, { states }) => sum + states, 0),
    transitions: scenarios.reduce((sum, { transitions }) => sum + transitions, 0),
    ms: Math.round(performance.now() - started),
  };
}

function misrepresentedExchanges(): readonly string[] {
  const stateOf = (exchange: Parameters<typeof classifyWithdrawal>[1]) =>
    classifyWithdrawal(REQUEST, exchange, new Set()).state;
  return STANDS_FOR.filter(
    ({ exchange, by }) => stateOf(exchange) !== stateOf(exchangeOf(by, 0)),
  ).map(({ exchange, by }) => `${JSON.stringify(exchange)} is not judged as ${by} is`);
}

function timed<T>(work: () => T): [T, number] {
  const started = performance.now();
  const result = work();
  return [result, Math.round(performance.now() - started)];
}
