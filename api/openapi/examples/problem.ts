import { sayNotSent } from '../../../treasury/facts/sentences/say/not-sent.ts';
import { type ProblemDetails, problem, problemResponse } from '../../problems/problem.ts';
import { PROBLEM_HELP } from '../../problems/problem-help.ts';
import { PROBLEMS, type ProblemCode } from '../../problems/problem-table.ts';
import type { Json } from '../json.ts';

const EACH_FIELD = 'Nothing was changed. Each field below says what was seen and what is accepted.';
const WITH_ETAG =
  'Nothing was changed. Read the item again, then repeat the request with its ETag.';
const CURRENT_ETAG = '"3", the ETag of what stands';

/** The details beside the title, for the codes that have them. */
const PARTICULARS: { readonly [Code in ProblemCode]?: ProblemDetails } = {
  'invalid-query': {
    detail: EACH_FIELD,
    fields: [
      {
        field: 'limit',
        pointer: '/limit',
        seen: '"1e3"',
        accepted: 'expected 1 to 200, in digits alone',
      },
    ],
  },
  'not-json': { detail: 'seen: "amount=1"; accepted: one JSON object' },
  'not-an-access-token': {
    fields: [{ field: 'token_use', seen: 'id', accepted: 'one access token' }],
  },
  'role-missing': {
    fields: [{ field: 'role', seen: 'viewer', accepted: 'one of: treasurer, admin' }],
  },
  'not-found': { detail: 'There is no such withdrawal.' },
  contended: { detail: 'Nothing was changed. Read the policy again, then repeat the request.' },
  'balance-unknown': { detail: 'There is nothing to preview the rules on.' },
  disarmed: { detail: sayNotSent({ code: 'no-policy' }) },
  stale: {
    detail: WITH_ETAG,
    fields: [{ field: 'If-Match', seen: '"2"', accepted: CURRENT_ETAG }],
    members: { currentVersion: 3 },
  },
  'if-match-missing': {
    detail: WITH_ETAG,
    fields: [{ field: 'If-Match', seen: 'nothing', accepted: CURRENT_ETAG }],
    members: { currentVersion: 3 },
  },
  'body-too-large': { detail: 'accepted: at most 10240 bytes' },
  'content-type-unsupported': {
    fields: [{ field: 'Content-Type', seen: 'text/plain', accepted: 'application/json, in UTF-8' }],
  },
  'amount-invalid': {
    detail: EACH_FIELD,
    fields: [
      {
        field: 'amount',
        pointer: '/amount',
        seen: '"1e3"',
        accepted:
          'expected decimal text such as "12.5": at most 30 integer and 30 fraction digits, no exponent, no leading zeros, no separators',
        code: 'decimal-syntax',
      },
    ],
  },
  'export-failed': {
    detail:
      'GET /v1/snapshots?from=2025-01-01&to=2026-01-01 (csv) was not finished in the time that one file may take. Ask for it in two exports, by period: from=2025-01-01&to=2025-07-02T00:00:00.000Z, and from=2025-07-02T00:00:00.000Z&to=2026-01-01.',
  },
  'xlsx-too-many-rows': { detail: 'XLSX holds at most 1048575 rows. CSV holds any number.' },
  internal: {
    detail: 'Nothing is known to have changed. Quote the request id when you ask about it.',
  },
  'service-unreachable': { detail: 'The connection was refused.' },
};

const REQUEST_ID = 'bc2c15f8-a474-4010-bff2-f50f8bda62a4';

/** An answer of that code, from the function that answers. */
export function problemExample(code: ProblemCode): Json {
  const { body = '' } = problemResponse(problem(code, PARTICULARS[code]), REQUEST_ID);
  return JSON.parse(body) as Json;
}

/** Pages of docs/ are linked from docs/problems.md; in the document they are only named. */
const LINK = /\[[^\]]+\]\(([^)]+)\)/g;

/** Every problem by its code, for the components of the document: hundreds of answers refer to them. */
export const PROBLEM_COMPONENTS: Json = Object.fromEntries(
  (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => [
    code,
    {
      summary: PROBLEMS[code].title,
      description: PROBLEM_HELP[code].replaceAll(LINK, 'docs/$1'),
      value: problemExample(code),
    },
  ]),
);

/** References to an example of each of these codes. */
export function problemExamplesOf(codes: readonly ProblemCode[]): Json {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}
