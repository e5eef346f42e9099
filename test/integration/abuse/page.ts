import { asMarkdown, left } from '../../../bench/report/table.ts';
import type { AbuseCase } from './cases.ts';
import type { RawCase } from './raw-cases.ts';

/** docs/abuse.md, of what was just seen to be so. */
export function abusePage(cases: readonly AbuseCase[], raw: readonly RawCase[]): string {
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  const tables = kinds.map((kind) =>
    asMarkdown({
      title: kind,
      columns: [left('input'), left('answer')],
      rows: cases.filter((each) => each.kind === kind).map((each) => [each.input, answerOf(each)]),
    }),
  );
  return [
    '# Bad input',
    '',
    'What is sent to the API in order to break it, and what it answers. The page is written by the test that sends',
    'all of it over HTTP (`npx vitest run test/integration/abuse --update`), as a person who may request withdrawals. After',
    'all of it nothing in the tables has changed, nothing was posted to the service, no object of the process has a new',
    'member, no answer sets a cookie or is longer than 4 kB, and each line of the log is one JSON object of our own.',
    '',
    'A refusal without a code is the gateway’s: API Gateway in the cloud, which is stricter with some of it; here the',
    "local stack on Node's own parser.",
    '',
    ...tables,
    asMarkdown({
      title: 'requests that no library makes',
      columns: [left('input'), left('answer')],
      rows: raw.map(({ input, status }) => [input, `${status}, and the connection ends`]),
    }),
    '### too many at once',
    '',
    '| what | what becomes of it |',
    '| --- | --- |',
    '| hundreds of requests a second without a good token, on the routes of trades and approvals and on what an approver reads first | 401 each; of the signed-in callers who trade and approve meanwhile, none is refused (`test/integration/authorisation/anonymous-flood.test.ts`) |',
    '| more than 500 a second on one of these routes, and more than 1,000 at once | 429 of the gateway to whoever comes beyond it, signed in or not: it counts before it knows whose a request is. A firewall in front of it counts by address, where the stage has one ([deploying.md](deploying.md#a-firewall-in-front-of-the-api)) |',
    '| trades, readings of the service and computations of one caller, more than a person or a careful program makes | 429 `throttled`, to that caller alone |',
    '| more than three previews, backtests and forecasts of one caller at the same time, four files, or four exports that are not written yet, over all environments | 429 `throttled`, to that caller alone, until one has ended or its environment has died (30 s, 20 s, an hour); a store that is slow refuses none (`test/integration/functions/open-requests.test.ts`) |',
    '',
    '### where text may be anything',
    '',
    '| input | what becomes of it |',
    '| --- | --- |',
    '| words that a spreadsheet would run (`=HYPERLINK(...)`) | kept as they are; where they begin a cell of a CSV, an apostrophe stands before them |',
    '| words, ids and parameters with line breaks and JSON in them | within a string of the log, where they are logged at all; never a line |',
    '',
  ].join('\n');
}

function answerOf({ status, code }: AbuseCase): string {
  return code === null ? String(status) : `${status} \`${code}\``;
}
