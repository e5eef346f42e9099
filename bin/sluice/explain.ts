import { isProblem, SluiceGatewayError, SluiceProblem, SluiceUnanswered } from '@sluice/client';
import { CommandError } from './command-error.ts';
import { EXIT, type ExitName } from './exit-codes.ts';
import type { Screen } from './screen/screen.ts';
import { plain } from './screen/text.ts';
import { inCommands } from './views/in-commands.ts';

interface Explanation {
  readonly exit: ExitName;
  readonly message: string;
  /** Further lines: fields, what helps, the request's id. */
  readonly lines: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}

interface Explaining {
  readonly json: boolean;
  readonly screen: Screen;
  readonly note: (line: string) => void;
}

/** What a failure may say besides, in one shape for every failure. */
const NOTHING = { code: null, status: null, help: null, fields: [], requestId: null } as const;

/** Says on the standard error what failed and what helps; returns the exit code's name. */
export function explain(error: unknown, { json, screen, note }: Explaining): ExitName {
  const explanation = explanationOf(error);
  const { exit, message, lines } = explanation;
  if (json) {
    const error = {
      message,
      kind: exit,
      exitCode: EXIT[exit].code,
      ...NOTHING,
      ...stated(explanation.json),
    };
    note(JSON.stringify({ error }));
    return exit;
  }
  note(`${screen.paint('red', 'sluice:')} ${plain(message)}`);
  for (const line of lines) note(`  ${plain(line)}`);
  return exit;
}

function explanationOf(error: unknown): Explanation {
  if (error instanceof CommandError) {
    const { exit, message, help, code } = error;
    const json = {
      ...(help === undefined ? {} : { help }),
      ...(code === undefined ? {} : { code }),
    };
    return { exit, message, lines: present(help), json };
  }
  if (error instanceof SluiceProblem) return ofProblem(error);
  if (error instanceof SluiceGatewayError) return ofGateway(error);
  if (error instanceof SluiceUnanswered) return ofSilence(error);
  // Errors of AWS (credentials, a missing table) fit into one line, too.
  const message = error instanceof Error ? error.message : String(error);
  return { exit: 'failed', message, lines: [], json: {} };
}

function ofProblem(problem: SluiceProblem): Explanation {
  const { code, status, title, detail, fields, requestId, help, message } = problem;
  return {
    exit: exitOf(problem),
    message,
    lines: [
      ...fields.map(({ field, seen, accepted }) => `${field}: seen ${seen}; accepted: ${accepted}`),
      ...present(help === undefined ? undefined : `What helps: ${inCommands(withoutMarks(help))}`),
      `${code}; request ${requestId}`,
    ],
    json: { code, status, title, detail, fields, requestId, help },
  };
}

function exitOf(problem: SluiceProblem): ExitName {
  if (
    isProblem(problem, 'role-missing', 'tenant-refused', 'not-an-access-token', 'sign-in-too-old')
  )
    return 'signedOut';
  // A value that the API does not know is as wrong on the command line as one that the program itself refuses.
  if (isProblem(problem, 'invalid-query', 'invalid-body')) return 'usage';
  if (problem.status === 412) return 'changed';
  if (problem.status === 429 || problem.status >= 500) return 'unreachable';
  return 'refused';
}

function ofGateway({ status, message, requestId }: SluiceGatewayError): Explanation {
  const json = { status, requestId };
  const lines = present(requestId === undefined ? undefined : `request ${requestId}`);
  if (status === 401) {
    const help = 'The API does not take this token. Sign in again: sluice login.';
    return { exit: 'signedOut', message, lines: [help, ...lines], json: { ...json, help } };
  }
  const exit = status === 429 || status >= 500 ? 'unreachable' : 'refused';
  return { exit, message, lines, json };
}

function ofSilence({ message, isWrite, idempotencyKey }: SluiceUnanswered): Explanation {
  const help = isWrite
    ? 'It may have been carried out. Look at it before you repeat it; a decision counts once, however often it is made.'
    : 'Is the address right, and the API reachable? sluice status --api URL. A stack on this machine: npm start.';
  const json = { help, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  return { exit: 'unreachable', message, lines: [help], json };
}

/** Without what is not known, which stays null. */
function stated(json: Explanation['json']): Explanation['json'] {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined));
}

/** Help is written for a page: its links and code marks are not for a terminal. */
function withoutMarks(help: string): string {
  return help.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, 'docs/$1').replaceAll('`', '');
}

function present(line: string | undefined): readonly string[] {
  // What helps may be a list: a line for each problem of a policy file.
  return line === undefined ? [] : line.split('\n');
}
