import { PROBLEM_SECTIONS } from './problem-help.ts';
import { PROBLEMS, type ProblemCode } from './problem-table.ts';

/** The page docs/problems.md, whole. */
export function problemsPage(): string {
  const sections = Object.entries(PROBLEM_SECTIONS).map(
    ([heading, help]) => `## ${heading}\n\n${tableOf(Object.entries(help))}`,
  );
  return `${INTRODUCTION}\n${sections.join('\n\n')}\n\n${THROTTLED}`;
}

function tableOf(help: readonly (readonly [string, string])[]): string {
  const rows = help.map(([code, helps]) => {
    const { status, title } = PROBLEMS[code as ProblemCode];
    return `| \`${code}\` | ${status} | ${title} | ${helps} |`;
  });
  return ['| code | status | what is wrong | what helps |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

const INTRODUCTION = `# Problems

\`npm run docs:problems\` writes this page from the table that the functions answer with (\`api/problems\`).

Sluice answers a refused request with \`application/problem+json\` (RFC 9457):

- \`code\` is stable: programs use it. \`type\` is \`urn:sluice:problem:CODE\`.
- \`title\` and \`detail\` are for people, and may change.
- \`fields\` names each field that was not accepted: \`field\`, the value \`seen\`, the values \`accepted\`. A field of a body or a
  query has a \`pointer\` (JSON Pointer, RFC 6901). Some have a \`code\` of their own.
- \`requestId\` is in every response: quote it when you ask about one.

A refused request has changed nothing, with two exceptions: the audit log records that a caller was denied (403), and
\`change-superseded\` closes the proposal. If waiting helps, \`Retry-After\` says for how many seconds.
`;

const THROTTLED = `## Too many requests

API Gateway itself answers \`throttled\`, with fewer fields than Sluice: \`application/json\`,
\`{"message":"Too Many Requests"}\`, no \`Retry-After\`. The local stack counts by the limits of the same template (one bucket
for each route), answers with the same \`message\`, and adds the rest. A client waits longer after each of them.
`;
