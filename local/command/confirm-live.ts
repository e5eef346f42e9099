import { createInterface } from 'node:readline';
import { describePolicy, type LivePlan } from '../policy/describe-policy.ts';
import { LocalStackError } from '../stack-error.ts';

/** Where the question is put: the standard output belongs to the report. */
export interface Questioned {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Whether a person can be asked. */
export function canBeAsked(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Prints by which rules, accounts and limits money leaves from now on, and asks, unless the person said --yes.
 * @throws LocalStackError where the answer is anything but yes.
 */
export async function confirmLive(
  { service, policy }: LivePlan,
  isAgreed: boolean,
  { input, output }: Questioned = { input: process.stdin, output: process.stderr },
): Promise<void> {
  const lines = [
    `live at ${service}: withdrawals and trades really leave, by this policy`,
    ...describePolicy(policy).map((line) => `  ${line}`),
  ];
  output.write(`${lines.join('\n')}\n`);
  if (isAgreed) return;
  const answer = await answered('Send real withdrawals and trades by it? [y/N] ', {
    input,
    output,
  });
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw new LocalStackError('nothing was started, and nothing was sent', { exit: 'interrupted' });
}

/** A line; nothing where the input ends, or Ctrl-C was pressed. */
async function answered(question: string, { input, output }: Questioned): Promise<string> {
  const lines = createInterface({ input, output });
  try {
    return await new Promise((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question, resolve);
    });
  } finally {
    lines.close();
  }
}
