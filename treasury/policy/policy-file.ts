import { notKept } from '../validation/kept-name.ts';
import { stepProblems } from './answered-amounts-checks.ts';
import { calendarsProblems } from './calendar-checks.ts';
import { manualRatesProblems } from './manual-rate-checks.ts';
import { matchingRulesProblems } from './matching-rule-checks.ts';
import { labelProblems, policyRuleProblems } from './policy-cross-checks.ts';
import { type PolicyProblem, pathText, problemsOf } from './policy-problem.ts';
import { type PolicyFile, policyFile } from './policy-schema.ts';
import { policyWebhookProblems, type ReceiverProblem } from './policy-webhooks.ts';
import { readableParts } from './readable-parts.ts';
import { unlessRefused } from './refused-field.ts';
import { otherCurrencyThanOfStage } from './value-limit-checks.ts';

export type { PolicyProblem } from './policy-problem.ts';
export type { PolicyFile } from './policy-schema.ts';

export type PolicyFileParse =
  | { readonly ok: true; readonly policy: PolicyFile }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * Parses a policy: its shape, with defaults for absent fields, then the rules between its fields and, if it is given,
 * with the interval of the snapshots and the reporting currency of the stage. Without a judge of receivers, no webhook is accepted. Every problem is reported, not only the first; an unknown field is refused,
 * since a limit with a spelling mistake is no limit.
 */
export function parsePolicyFile(
  json: unknown,
  snapshotEverySeconds?: number,
  receiverProblem: ReceiverProblem = () => 'none in this place',
  stageCurrency?: string,
): PolicyFileParse {
  const policy = withoutSchemaPointer(json);
  const shaped = policyFile.safeParse(policy);
  const parts = shaped.success ? shaped.data : readableParts(policy);
  const problems = [
    ...nameProblems(json),
    ...(shaped.success ? [] : problemsOf(shaped.error, policy, policyFile)),
    ...problemsBetween(parts, snapshotEverySeconds, receiverProblem),
    ...unlessRefused(() => otherThanOfStage(parts.controls.reportingCurrency, stageCurrency)),
  ];
  return shaped.success && problems.length === 0
    ? { ok: true, policy: shaped.data }
    : { ok: false, problems };
}

function otherThanOfStage(own: string, stage: string | undefined): readonly PolicyProblem[] {
  return otherCurrencyThanOfStage(own, stage).map((each) => ({
    ...each,
    path: `controls.${each.path}`,
  }));
}

function nameProblems(json: unknown): readonly PolicyProblem[] {
  const unkept = notKept(json);
  if (unkept === null) return [];
  const accepted = 'another name: this one would not be kept';
  return [{ path: pathText(unkept), seen: 'present', accepted }];
}

/** The rules between the fields, as far as these can be read. */
function problemsBetween(
  parts: PolicyFile,
  snapshotEverySeconds: number | undefined,
  receiverProblem: ReceiverProblem,
): readonly PolicyProblem[] {
  const currency = unlessRefused(() => [parts.controls.reportingCurrency])[0];
  return [
    ...unlessRefused(() => policyRuleProblems(parts, currency, snapshotEverySeconds)),
    ...unlessRefused(() => parts.rules).flatMap((rule, index) =>
      unlessRefused(() => stepProblems(rule, parts.accounts, parts.controls)).map((problem) => ({
        ...problem,
        path: `rules[${index}].${problem.path}`,
      })),
    ),
    ...unlessRefused(() => labelProblems(parts)),
    ...unlessRefused(() => calendarsProblems(parts.calendars)),
    ...unlessRefused(() => matchingRulesProblems(parts.matchingRules, snapshotEverySeconds)),
    ...unlessRefused(() => manualRatesProblems(parts.manualRates)),
    ...unlessRefused(() => policyWebhookProblems(parts.webhooks, receiverProblem)),
  ];
}

/** Editors read a file's JSON Schema from its field "$schema" (docs/policy.md), which is no part of its content. */
export function withoutSchemaPointer(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const { $schema, ...policy } = json as Record<string, unknown>;
  return typeof $schema === 'string' ? policy : json;
}
