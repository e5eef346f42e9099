import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod';
import { movementRequest } from '../books/books.ts';
import { tokenText } from '../control/token-text.ts';
import { describeIssues } from '../describe-issues.ts';
import {
  FAULT_RULES_MAX,
  SCRIPT_AT_MS_MAX,
  SCRIPT_BYTES_MAX,
  SCRIPT_EVENTS_MAX,
} from '../limits.ts';
import { SandboxStartError } from '../start-error.ts';
import { faultRule } from './fault.ts';

const atMs = z.int().min(0).max(SCRIPT_AT_MS_MAX);

/** Something that happens by itself, `atMs` after the start. */
const scriptEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deposit'), atMs, ...movementRequest.shape }),
  z.strictObject({ kind: z.literal('debit'), atMs, ...movementRequest.shape }),
  z.strictObject({
    kind: z.literal('rotate'),
    atMs,
    token: tokenText,
    keepPrevious: z.boolean().default(false),
  }),
]);

/** The faults and events of a sandbox, from its start on. */
const faultScript = z.strictObject({
  faults: z.array(faultRule).max(FAULT_RULES_MAX).default([]),
  events: z.array(scriptEvent).max(SCRIPT_EVENTS_MAX).default([]),
});
export type FaultScript = z.input<typeof faultScript>;
export type ParsedFaultScript = z.output<typeof faultScript>;
export type ScriptEvent = ParsedFaultScript['events'][number];

/** Checks a script that a program made. */
export function parseFaultScript(script: FaultScript, origin = 'fault script'): ParsedFaultScript {
  const parsed = faultScript.safeParse(script);
  if (parsed.success) return parsed.data;
  const issues = describeIssues(parsed.error, 'script');
  throw new SandboxStartError('script-invalid', `${origin}: ${issues}`);
}

/** Reads and checks a script file; a fault in it is reported in one line, with its place. */
export async function loadFaultScript(path: string): Promise<ParsedFaultScript> {
  const origin = `fault script ${path}`;
  let text: string;
  try {
    if ((await stat(path)).size > SCRIPT_BYTES_MAX) {
      throw new RangeError(`larger than ${SCRIPT_BYTES_MAX} bytes`);
    }
    // Some editors put a byte order mark in front.
    text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SandboxStartError('script-invalid', `${origin}: ${why}`, { cause });
  }
  let json: FaultScript;
  try {
    json = JSON.parse(text) as FaultScript;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SandboxStartError('script-invalid', `${origin} is not JSON: ${why}`, { cause });
  }
  return parseFaultScript(json, origin);
}
