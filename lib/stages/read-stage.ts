import { readFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { withoutByteOrderMark } from '../../treasury/validation/byte-order-mark.ts';
import { nearestField } from '../../treasury/validation/nearest-field.ts';
import {
  STAGES,
  type Stage,
  type StageConfiguration,
  stageConfiguration,
} from './stage-configuration.ts';

/** Characters of a refused value that are repeated: enough to recognise it. */
const MAX_SEEN_CHARACTERS = 80;

/**
 * A stage that cannot be deployed as configured. Each line names the field, the value seen and the accepted values.
 */
export class StageConfigurationError extends Error {
  override readonly name = 'StageConfigurationError';
}

/**
 * The configuration of a stage by its name, from the file of that name.
 * @throws StageConfigurationError if there is no such stage or its file is not acceptable.
 */
export function readStage(name: unknown, folder: string = import.meta.dirname): StageConfiguration {
  const stage = STAGES.find((known) => known === name);
  if (stage === undefined) {
    throw new StageConfigurationError(
      `stage: seen ${shown(name)}; accepted: one of ${STAGES.join(', ')} (cdk synth -c stage=dev)`,
    );
  }
  const file = path.join(folder, `${stage}.json`);
  return checkStage(stage, parsed(file), path.relative(process.cwd(), file));
}

/** Checks a stage's file; `source` is its name in the messages. */
export function checkStage(stage: Stage, content: unknown, source: string): StageConfiguration {
  const checked = stageConfiguration.safeParse(content);
  if (!checked.success) {
    const lines = checked.error.issues.flatMap((issue) => problems(issue, content));
    throw new StageConfigurationError(lines.map((line) => `${source}: ${line}`).join('\n'));
  }
  if (stage === 'prod' && checked.data.data !== 'retain') {
    throw new StageConfigurationError(
      `${source}: data: seen ${shown(checked.data.data)}; accepted: "retain" for prod, which holds the books`,
    );
  }
  const lines = contradictions(checked.data);
  if (lines.length > 0) {
    throw new StageConfigurationError(lines.map((line) => `${source}: ${line}`).join('\n'));
  }
  return { stage, ...checked.data };
}

/** What is right by itself, and not beside the rest. */
function contradictions({
  identity,
  console,
  region,
  webFirewall,
}: Omit<StageConfiguration, 'stage'>): string[] {
  const lines: string[] = [];
  const needed = (field: string, accepted: string): void => {
    lines.push(`${field}: seen nothing; accepted: ${accepted}`);
  };
  if (identity.kind === 'cognito' && identity.consoleUrls.length === 0 && console === undefined) {
    needed(
      'identity.consoleUrls',
      'at least one address, or a console of the stage ("console": {})',
    );
  }
  if (webFirewall !== undefined && region === undefined) {
    needed(
      'region',
      'the region of the stage, such as "eu-central-1": its firewall stands in us-east-1, and names it',
    );
  }
  if (console === undefined) return lines;
  if (identity.kind === 'oidc' && console.clientId === undefined) {
    needed('console.clientId', "the id of the console's client at the issuer");
  }
  if (identity.kind === 'cognito' && console.clientId !== undefined) {
    lines.push(
      `console.clientId: seen ${shown(console.clientId)}; accepted: nothing, since the user pool makes the console's client`,
    );
  }
  if (console.domainName !== undefined && console.certificateArn === undefined) {
    needed('console.certificateArn', `the certificate of ${console.domainName}, made in us-east-1`);
  }
  if (console.domainName === undefined && console.certificateArn !== undefined) {
    needed('console.domainName', 'the name that the certificate is for');
  }
  return lines;
}

function parsed(file: string): unknown {
  const shownFile = path.relative(process.cwd(), file);
  let text: string;
  try {
    text = withoutByteOrderMark(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new StageConfigurationError(`${shownFile}: cannot be read (${code}); accepted: a file`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StageConfigurationError(`${shownFile}: is not JSON: ${(error as Error).message}`);
  }
}

function problems(issue: z.core.$ZodIssue, content: unknown): readonly string[] {
  const at = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const meant = nearestField(stageConfiguration, issue.path, key);
      const accepted = meant === null ? 'no such field' : `no such field; perhaps "${meant}"`;
      return `${[...at, key].join('.')}: seen a field that does not exist; accepted: ${accepted}`;
    });
  }
  const field = at.join('.') || '(the whole file)';
  return [`${field}: seen ${shown(valueAt(content, issue.path))}; accepted: ${issue.message}`];
}

function valueAt(content: unknown, at: readonly PropertyKey[]): unknown {
  return at.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    content,
  );
}

/** A value as a message repeats it. The parts of an address beside its path may be a token. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  if (/:\/\/[^/]*@|\?|#/.test(text)) return 'an address with credentials, a query or a fragment';
  return text.length > MAX_SEEN_CHARACTERS ? `${text.slice(0, MAX_SEEN_CHARACTERS)}...` : text;
}
