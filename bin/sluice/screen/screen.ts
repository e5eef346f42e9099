import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** How wide and how colourful the output may be. */
export interface Screen {
  /** Columns; infinite where the output is no terminal: a file takes lines of any length. */
  readonly width: number;
  readonly colour: boolean;
  readonly paint: (style: Style, text: string) => string;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Columns of a terminal that does not say how many it has. */
const USUAL_COLUMNS = 80;
/** Below this no table is read anyway. */
const FEWEST_COLUMNS = 20;

/** NO_COLOR, FORCE_COLOR and COLUMNS say otherwise than the terminal does. */
export function screenOf(output: Output, env: NodeJS.ProcessEnv): Screen {
  const isTerminal = output.isTTY === true;
  const colour = isColourful(isTerminal, env);
  return {
    width: widthOf(output, env),
    colour,
    paint: (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text),
  };
}

function isColourful(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if ((env.NO_COLOR ?? '') !== '') return false;
  if (!['', '0', undefined].includes(env.FORCE_COLOR)) return true;
  return isTerminal && env.TERM !== 'dumb';
}

function widthOf({ isTTY, columns }: Output, env: NodeJS.ProcessEnv): number {
  const said = /^\d{1,4}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : columns;
  if (said !== undefined && said > 0) return Math.max(said, FEWEST_COLUMNS);
  return isTTY === true ? USUAL_COLUMNS : Number.POSITIVE_INFINITY;
}
