import { readFileSync } from 'node:fs';
import path from 'node:path';
import { localWebhookUrlProblem, webhookUrlProblem } from '../../adapters/webhooks/webhook-url.ts';
import { type PolicyFile, parsePolicyFile } from '../../treasury/policy/policy-file.ts';
import { problemLine } from '../../treasury/policy/policy-problem.ts';
import { withoutByteOrderMark } from '../../treasury/validation/byte-order-mark.ts';
import { LocalStackError } from '../stack-error.ts';

const DEMO_POLICY = path.resolve(import.meta.dirname, '../demo-policy.json');

/** The starting policy in a file, or the demo's. @throws LocalStackError with a line for each problem. */
export function readPolicyInput(
  file: string | null,
  snapshotEverySeconds: number,
  {
    loopbackWebhooks = false,
    reportingCurrency,
  }: { readonly loopbackWebhooks?: boolean; readonly reportingCurrency?: string } = {},
): PolicyFile {
  const source = file ?? DEMO_POLICY;
  let json: unknown;
  try {
    json = JSON.parse(withoutByteOrderMark(readFileSync(source, 'utf8')));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new LocalStackError(`the policy file ${source} cannot be read: ${why}`, { cause });
  }
  // However long the person makes the demo's interval, it starts with its own policy.
  const receiverProblem = loopbackWebhooks ? localWebhookUrlProblem : webhookUrlProblem;
  const parsed = parsePolicyFile(
    json,
    file === null ? 0 : snapshotEverySeconds,
    receiverProblem,
    file === null ? undefined : reportingCurrency,
  );
  if (parsed.ok) return parsed.policy;
  const problems = parsed.problems.map((problem) => problemLine(problem, json));
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  throw new LocalStackError(`the policy file ${source} is not accepted, ${count}:`, { problems });
}
