/** The one place where the local stack writes for a person. */
export const terminal = {
  say: (line: string): void => {
    process.stdout.write(`${line}\n`);
  },
  complain: (line: string): void => {
    process.stderr.write(`${line}\n`);
  },
};
