/** One step of a drill, carried out: what it showed in a line. It throws where something is not as it has to be. */
export interface DrillStep {
  readonly id: string;
  readonly title: string;
  readonly run: () => Promise<string>;
}

export interface StepResult {
  readonly step: string;
  readonly title: string;
  readonly result: 'ok' | 'failed' | 'not-run';
  readonly milliseconds: number;
  /** What it showed, or why it failed. */
  readonly detail: string;
}

export interface DrillReport {
  readonly ok: boolean;
  readonly steps: readonly StepResult[];
}

/** Carries the steps out in their order, up to the first that fails; `tell` hears of each as it ends. */
export async function runSteps(
  steps: readonly DrillStep[],
  tell: (result: StepResult) => void,
): Promise<DrillReport> {
  const results: StepResult[] = [];
  let ok = true;
  for (const step of steps) {
    const result = ok ? await carriedOut(step) : notRun(step);
    if (result.result === 'failed') ok = false;
    if (result.result !== 'not-run') tell(result);
    results.push(result);
  }
  return { ok, steps: results };
}

async function carriedOut({ id, title, run }: DrillStep): Promise<StepResult> {
  const from = performance.now();
  const ended = (result: 'ok' | 'failed', detail: string): StepResult => ({
    step: id,
    title,
    result,
    milliseconds: Math.round(performance.now() - from),
    detail,
  });
  try {
    return ended('ok', await run());
  } catch (error) {
    return ended('failed', error instanceof Error ? error.message : String(error));
  }
}

function notRun({ id, title }: DrillStep): StepResult {
  return { step: id, title, result: 'not-run', milliseconds: 0, detail: '' };
}

/** @throws Error with the line, unless it holds. */
export function require(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** A drill as its command starts it. */
export type Drill = (options: {
  readonly root: string;
  /** A folder of the drill's own. */
  readonly folder: string;
  readonly tell: (result: StepResult) => void;
}) => Promise<DrillReport>;
