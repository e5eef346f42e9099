import type { ControlResult, ModelReport, ScenarioResult } from './check.ts';

/** Width of a number in the table: a million with its separators fits. */
const NUMBER_WIDTH = 11;
const NAME_WIDTH = 64;

/** The report, for a terminal. */
export function formatReport(report: ModelReport): string {
  const { scenarios, controls, assumptions, neverTaken, misrepresented } = report;
  const lines = [
    'The protocol as it is',
    `${name('')}${cell('states')}${cell('transitions')}${cell('depth')}${cell('ms')}`,
    ...scenarios.flatMap(scenarioLines),
    `${name('in all')}${cell(report.states)}${cell(report.transitions)}`,
    '',
    'Known to be wrong: each differs in one decision and must be caught',
    ...controls.flatMap(controlLines),
    '',
    'What the promise rests on: broken, each must bring it down',
    ...assumptions.flatMap(controlLines),
    ...neverTaken.map((step) => `NEVER HAPPENED: ${step}`),
    ...misrepresented.map((message) => `NOT REPRESENTED: ${message}`),
    '',
    verdictOf(report),
  ];
  return `${lines.join('\n')}\n`;
}

function verdictOf({ ok, states, transitions, controls, assumptions, ms }: ModelReport): string {
  const seconds = (ms / 1000).toFixed(1);
  if (!ok) return `FAILED, in ${seconds} s`;
  return `ok: ${grouped(states)} states and ${grouped(transitions)} transitions without a violation, an end in reach of every state; ${controls.length} of ${controls.length} wrong variants and ${assumptions.length} of ${assumptions.length} broken assumptions caught; ${seconds} s`;
}

function scenarioLines(result: ScenarioResult): readonly string[] {
  const { states, transitions, depth, ms, complete, violation, stuck } = result;
  const numbers = [states, transitions, depth, ms].map(cell).join('');
  const wrong = violation ?? stuck;
  return [
    `${name(result.name)}${numbers}`,
    ...(wrong === null ? [] : [`  VIOLATION: ${wrong.what}`, ...numbered(wrong.steps)]),
    ...(complete || wrong !== null ? [] : ['  NOT SEARCHED TO ITS END']),
  ];
}

function controlLines({ name, decision, caught, what, steps, states }: ControlResult): string[] {
  if (!caught) return ['', `NOT CAUGHT: ${name} (${decision}), ${grouped(states)} states`];
  const head = `${name} (${decision}): caught, ${what}; ${steps.length} steps, ${grouped(states)} states`;
  return ['', head, ...numbered(steps)];
}

function numbered(steps: readonly string[]): readonly string[] {
  return steps.map((step, n) => `  ${String(n + 1).padStart(2)}. ${step}`);
}

function name(text: string): string {
  return text.padEnd(NAME_WIDTH);
}

function cell(value: number | string): string {
  const text = typeof value === 'number' ? grouped(value) : value;
  return text.padStart(NUMBER_WIDTH + 1);
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
