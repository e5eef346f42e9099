import { within } from '../../runtime/within.ts';

/** Each by the id that docs/deploying.md has of it. */
export const CHECK_NAMES = [
  'function-init',
  'mixed-transaction',
  'halt-update',
  'table-policies',
  'stream-mappings',
  'trail-records',
  'missing-object',
  'first-snapshot',
  'dry-run-sweep',
  'schedule-ticks',
  'recipients',
  'notice-arrives',
  'rule-metrics',
  'backup-made',
  'backup-copied',
  'managed-login',
  'console-page',
  'console-settings',
  'console-bucket',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** The result of a check: passed, failed, or nothing could be seen of it here. */
export type State = 'ok' | 'failed' | 'not-applicable';

/** Its result for one function, one table, one tenant. */
export interface Part {
  readonly of: string;
  readonly state: State;
  readonly detail: string;
}

/** A thing that only a deployment can show. */
export interface Check {
  readonly name: CheckName;
  readonly proves: string;
  /** It has failed where it takes longer. */
  readonly limitSeconds: number;
  /** Says how far it is, between its beginning and its end. */
  readonly run: (progress: (line: string) => void) => Promise<readonly Part[]>;
}

export interface Verdict {
  readonly name: CheckName;
  readonly proves: string;
  readonly state: State;
  readonly parts: readonly Part[];
}

/**
 * Runs checks: those of a list one after the other, the lists beside each other. What throws and what takes too long
 * has failed, and the others go on.
 */
export async function runChecks(
  lists: readonly (readonly Check[])[],
  progress: (line: string) => void,
): Promise<readonly Verdict[]> {
  const verdicts = lists.map(async (checks) => {
    const done: Verdict[] = [];
    for (const check of checks) {
      const say = (line: string) => progress(`${check.name}: ${line}`);
      say('begins');
      const verdict = await verdictOf(check, say);
      say(verdict.state);
      done.push(verdict);
    }
    return done;
  });
  return (await Promise.all(verdicts)).flat();
}

async function verdictOf(
  { name, proves, limitSeconds, run }: Check,
  say: (line: string) => void,
): Promise<Verdict> {
  try {
    const parts = await within(limitSeconds * 1_000, () => run(say));
    return { name, proves, state: stateOf(parts), parts };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { name, proves, state: 'failed', parts: [{ of: 'all', state: 'failed', detail }] };
  }
}

/** Failed where one part is; ok where one is and none failed. */
export function stateOf(parts: readonly Part[]): State {
  if (parts.some(({ state }) => state === 'failed')) return 'failed';
  return parts.some(({ state }) => state === 'ok') ? 'ok' : 'not-applicable';
}

/** A part of which nothing could be seen here, and why. */
export function notApplicable(of: string, detail: string): Part {
  return { of, state: 'not-applicable', detail };
}

/**
 * The verdicts for going live: what could not be seen has failed, since no later look follows. It is said as it was, behind the
 * reason why it counts.
 */
export function completed(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.map((verdict) => {
    const parts = verdict.parts.map(
      (part): Part =>
        part.state === 'not-applicable'
          ? { ...part, state: 'failed', detail: `not shown: ${part.detail}` }
          : part,
    );
    const state = verdict.state === 'not-applicable' ? 'failed' : stateOf(parts);
    return { ...verdict, state, parts };
  });
}

/** The exit code of the command. */
export function exitCodeOf(verdicts: readonly Verdict[]): number {
  return verdicts.some(({ state }) => state === 'failed') ? 1 : 0;
}
