/** Assumed where the output does not say how wide it is, as a file does not. */
const USUAL_WIDTH = 80;

/** The one place where the sandbox's command writes for a person. */
export const terminal = {
  get width(): number {
    return process.stdout.columns || USUAL_WIDTH;
  },
  say: (line: string): void => {
    process.stdout.write(`${line}\n`);
  },
  complain: (line: string): void => {
    process.stderr.write(`${line}\n`);
  },
};
