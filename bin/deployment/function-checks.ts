import { setTimeout } from 'node:timers/promises';
import {
  DEPLOYED_FUNCTIONS,
  type DiagnosisAnswer,
  type DiagnosisEvent,
  MIXED_WRITES,
  OBJECT_READERS,
} from '../../runtime/diagnosis/diagnosis.ts';
import { retry } from '../../treasury/retries/retry.ts';
import { type Check, notApplicable, type Part, stateOf } from './check.ts';
import { type Deployed, NOBODYS_ACCOUNT } from './deployed.ts';

/** Seconds for all functions one after the other, each started anew. */
const FUNCTIONS_LIMIT_SECONDS = 300;

export interface FunctionChecksOptions {
  readonly deployed: Pick<Deployed, 'find' | 'ask' | 'place'>;
  readonly tenants: readonly string[];
  /** Of the stage's functions, those that it does not have. */
  readonly without: readonly string[];
  /** @default by the clock */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A role that was just changed is not the same everywhere for some seconds; and whoever starts anew is slow once. */
const PAUSES_MS = [5_000, 20_000] as const;

/** The functions' responses to direct invocations, under their own roles. */
export function functionChecks(options: FunctionChecksOptions): readonly Check[] {
  const { deployed, tenants, without, pause = setTimeout } = options;
  const expected = DEPLOYED_FUNCTIONS.filter((name) => !without.includes(name));
  const writers = expected.filter((name) => name in MIXED_WRITES);
  const readers = OBJECT_READERS.filter((name) => !without.includes(name));
  const limitSeconds = FUNCTIONS_LIMIT_SECONDS;
  const each =
    (names: readonly string[], event: DiagnosisEvent, partsOf: PartsOf): Check['run'] =>
    async (progress) =>
      await persistently(names, pause, async (name) => {
        progress(name);
        return await asked(deployed, name, event, partsOf);
      });
  const ofTenants =
    (diagnosis: 'mixed-transaction' | 'missing-object', names: readonly string[], of: PartsOf) =>
    async (progress: (line: string) => void) => {
      const parts: Part[] = [];
      for (const tenant of tenants) {
        const run = each(names, { diagnosis, tenant }, of);
        parts.push(
          ...(await run(progress)).map((part) => ({ ...part, of: `${part.of} (${tenant})` })),
        );
      }
      return parts;
    };
  const { account } = deployed.place;
  return [
    {
      name: 'function-init',
      proves: 'every function is there and starts',
      limitSeconds,
      run: each(expected, { diagnosis: 'init' }, initParts(deployed)),
    },
    {
      name: 'mixed-transaction',
      proves: 'roles may write what is put together with the audit log',
      limitSeconds,
      run: ofTenants('mixed-transaction', writers, probeParts(account, /^transaction/)),
    },
    {
      name: 'halt-update',
      proves: 'roles may update the kill switch and count denials',
      limitSeconds,
      run: ofTenants('mixed-transaction', writers, probeParts(account, /^update/)),
    },
    {
      name: 'missing-object',
      proves: 'an object that is not there is absent (404), not denied (403)',
      limitSeconds,
      run: ofTenants('missing-object', readers, objectParts),
    },
  ];
}

/** The content of a response; none of it if the response is about something else. */
type PartsOf = (name: string, answer: DiagnosisAnswer) => readonly Part[];

/** What is asked of each; of those that fail, again after a while. */
async function persistently(
  names: readonly string[],
  pause: (ms: number) => Promise<unknown>,
  ask: (name: string) => Promise<readonly Part[]>,
): Promise<readonly Part[]> {
  const answers = new Map<string, readonly Part[]>();
  let left = names;
  const askOnce = async (): Promise<true | null> => {
    for (const name of left) answers.set(name, await ask(name));
    left = names.filter((name) => stateOf(answers.get(name) ?? []) === 'failed');
    return left.length === 0 ? true : null;
  };
  await retry(askOnce, {
    attempts: 1 + PAUSES_MS.length,
    pause: (attempt) => pause(PAUSES_MS[attempt - 1] ?? 0),
  });
  return [...answers.values()].flat();
}

async function asked(
  deployed: FunctionChecksOptions['deployed'],
  name: string,
  event: DiagnosisEvent,
  partsOf: PartsOf,
): Promise<readonly Part[]> {
  const target = deployed.find(name);
  if (target === undefined) return [{ of: name, state: 'failed', detail: 'it is not deployed' }];
  try {
    const answer = await deployed.ask(target, event);
    if (answer.diagnosis === event.diagnosis) return partsOf(name, answer);
    return [{ of: name, state: 'failed', detail: 'it does not know the diagnosis' }];
  } catch (error) {
    return [{ of: name, state: 'failed', detail: (error as Error).message }];
  }
}

function initParts(deployed: FunctionChecksOptions['deployed']): PartsOf {
  return (name, answer) => {
    if (answer.diagnosis !== 'init') return [];
    const { version, node, initMs } = answer;
    const code = deployed.find(name)?.code || 'not known here';
    const detail = `${initMs} ms, version ${version}, code ${code}, Node ${node}`;
    return [{ of: name, state: 'ok', detail }];
  };
}

export function probeParts(account: string, which: RegExp): PartsOf {
  const permitted =
    account === NOBODYS_ACCOUNT
      ? 'refused by its condition; there is no IAM here'
      : 'permitted, and refused by its condition';
  return (name, answer) => {
    if (answer.diagnosis !== 'mixed-transaction') return [];
    return answer.probes
      .filter(({ what }) => which.test(what))
      .map((probe) =>
        probe.result === 'refused-by-its-condition'
          ? { of: name, state: 'ok', detail: `${probe.what}: ${permitted}` }
          : {
              of: name,
              state: 'failed',
              detail: `${probe.what}: ${probe.result}: ${probe.message}`,
            },
      );
  };
}

const FOUND = 200;
const NOT_FOUND = 404;

export const objectParts: PartsOf = (name, answer) => {
  if (answer.diagnosis !== 'missing-object') return [];
  const { status } = answer;
  if (status === NOT_FOUND) return [{ of: name, state: 'ok', detail: 'answered with 404' }];
  // The one key that this function may read exists as soon as it has run.
  if (status === FOUND) return [notApplicable(name, 'what it may read is there already')];
  return [{ of: name, state: 'failed', detail: `answered with ${status}` }];
};
