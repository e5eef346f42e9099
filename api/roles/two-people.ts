import type { RecentSignIn } from '../routes/declare.ts';
import type { Route } from '../routes/routes.ts';

/** The acts that take two people: the first one's request does nothing by itself, and another person agrees. */
export const TWO_PEOPLE = {
  'change of a rule': ['PUT /v1/sweep-rules/{id}', 'POST /v1/changes/{id}/approve'],
  'change of an account': ['POST /v1/accounts', 'POST /v1/changes/{id}/approve'],
  'change of a calendar': ['POST /v1/calendars', 'POST /v1/changes/{id}/approve'],
  'change of a webhook': ['POST /v1/webhooks', 'POST /v1/changes/{id}/approve'],
  'change of a manual rate': ['POST /v1/manual-rates', 'POST /v1/changes/{id}/approve'],
  'change of a matching rule': ['POST /v1/matching-rules', 'POST /v1/changes/{id}/approve'],
  'change of the controls': ['PUT /v1/controls', 'POST /v1/changes/{id}/approve'],
  'withdrawal by hand': ['POST /v1/withdrawals', 'POST /v1/withdrawals/{id}/approve'],
  settlement: ['POST /v1/withdrawals/{id}/settle', 'POST /v1/withdrawals/{id}/settle'],
  'trade above the limit': ['POST /v1/trades', 'POST /v1/trades/{id}/approve'],
  'closing of an outflow': ['POST /v1/breaks/{id}/explain', 'POST /v1/breaks/{id}/close'],
  'conclusion of what is unbooked': [
    'POST /v1/lanes/{currency}/unbooked/conclude',
    'POST /v1/lanes/{currency}/unbooked/conclude',
  ],
  resumption: ['POST /v1/controls/resume', 'POST /v1/changes/{id}/approve'],
  'rearming of a restored ledger': ['POST /v1/lanes/rearm', 'POST /v1/lanes/rearm'],
} as const satisfies Readonly<Record<string, readonly [first: string, second: string]>>;
export type TwoPeopleFlow = keyof typeof TWO_PEOPLE;

interface FirstWord {
  /** The protection of the first word against an attacker with write access to the table; null if there is none. */
  readonly sealed: string | null;
  /** Beside the test of all flows: which test changes the first word, or its seal, in the table. */
  readonly test: string;
}
const OF_A_CHANGE: FirstWord = {
  sealed: 'the whole proposed change, with its maker; without a seal that holds: 409',
  test: 'test/integration/seals/policy-seals.test.ts',
};
const OF_AN_INSTRUCTION: FirstWord = {
  sealed:
    'the whole instruction, with who asked for it and who approved it so far; without a seal that holds it is cancelled',
  test: 'test/integration/seals/table-writer.test.ts',
};

/** The value of the first person's word if the second one can also write to the table. */
export const FIRST_WORD_OF: Readonly<Record<TwoPeopleFlow, FirstWord>> = {
  'change of a rule': OF_A_CHANGE,
  'change of an account': OF_A_CHANGE,
  'change of a calendar': OF_A_CHANGE,
  'change of a webhook': OF_A_CHANGE,
  'change of a manual rate': OF_A_CHANGE,
  'change of a matching rule': OF_A_CHANGE,
  'change of the controls': OF_A_CHANGE,
  'withdrawal by hand': OF_AN_INSTRUCTION,
  settlement: {
    sealed:
      'the word and the request that it is about; without a seal that holds it counts for nothing, and everything halts',
    test: 'test/integration/functions/settlement.test.ts',
  },
  'trade above the limit': OF_AN_INSTRUCTION,
  'closing of an outflow': {
    sealed: null,
    test: 'test/integration/functions/breaks.test.ts',
  },
  'conclusion of what is unbooked': {
    sealed:
      'the word and the amounts that it is about; without a seal that holds it counts for nothing, and everything halts',
    test: 'test/integration/functions/unbooked.test.ts',
  },
  resumption: OF_A_CHANGE,
  'rearming of a restored ledger': {
    sealed: 'the word and what it says was sent; without a seal that holds it counts for nothing',
    test: 'test/integration/seals/table-writer.test.ts',
  },
};

/** Other routes on which the same begins or is agreed to. */
export const ALIKE: Readonly<Record<string, TwoPeopleFlow>> = {
  'POST /v1/sweep-rules': 'change of a rule',
  'PUT /v1/accounts/{id}': 'change of an account',
  'PUT /v1/calendars/{id}': 'change of a calendar',
  'PUT /v1/webhooks/{id}': 'change of a webhook',
  'PUT /v1/manual-rates/{id}': 'change of a manual rate',
  'PUT /v1/matching-rules/{id}': 'change of a matching rule',
  'POST /v1/breaks/explain': 'closing of an outflow',
  'POST /v1/breaks/close': 'closing of an outflow',
  'POST /v1/trades/{id}/settle': 'settlement',
};

/** Acts that one person may do alone, and why they let nothing leave. */
export const ALONE: Readonly<Record<string, string>> = {
  'DELETE /v1/sweep-rules/{id}':
    'nothing leaves by it any more, and its limit of approvals is not lost',
  'DELETE /v1/accounts/{id}': 'nothing leaves to it any more',
  'DELETE /v1/calendars/{id}': 'no rule names it, and one that did would send nothing',
  'DELETE /v1/webhooks/{id}': 'no event is sent to it any more',
  'DELETE /v1/manual-rates/{id}': 'reports value nothing by it any more',
  'DELETE /v1/matching-rules/{id}': 'nothing is explained by it any more',
  'POST /v1/controls/halt': 'it stops',
  'POST /v1/controls/raise-format': 'it only stops versions of Sluice that do not read the format',
  'POST /v1/changes/{id}/decline': 'it leaves everything as it is',
  'POST /v1/changes/{id}/cancel': 'it leaves everything as it is',
  ...Object.fromEntries(
    ['withdrawals', 'trades'].flatMap((list) => [
      [`POST /v1/${list}/{id}/decline`, 'what was asked for does not leave'],
      [`POST /v1/${list}/{id}/cancel`, 'what was asked for does not leave'],
      [`POST /v1/${list}/{id}/settle/retract`, 'a word is taken back'],
    ]),
  ),
  'POST /v1/webhooks/{id}/secret': 'two people agreed to the webhook; its secret is for its maker',
  'POST /v1/webhooks/{id}/test': 'it tells a receiver that two people agreed to of nothing',
  'POST /v1/webhooks/{id}/redeliver': 'it tells a receiver what it is told in any case',
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver':
    'it tells a receiver what it is told in any case',
  'POST /v1/breaks/select': 'it writes nothing',
  'POST /v1/withdrawals/check': 'it writes nothing',
  'POST /v1/trades/check': 'it writes nothing',
  'POST /v1/sweep-rules/preview': 'it writes nothing',
  'POST /v1/sweep-rules/backtest': 'it writes nothing',
  'POST /v1/matching-rules/backtest': 'it writes nothing',
};

const WHEN: Readonly<Record<RecentSignIn, string>> = {
  always: 'always',
  'above-limit':
    'a trade always; a withdrawal above `approvalTiers.twoAbove`, or `oneAbove` without it; without both, without a price, or with controls without a valid seal: always',
};

/** Where a stage that demands it refuses a person who did not sign in a moment ago. */
function recentSignIns(routes: readonly Route[]): string {
  return routes
    .flatMap((route) => {
      const { recentSignIn } = route.declaration;
      return recentSignIn === undefined ? [] : [`| \`${route.key}\` | ${WHEN[recentSignIn]} |`];
    })
    .join('\n');
}

/** docs/two-people.md. */
export function twoPeoplePage(routes: readonly Route[]): string {
  const flows = Object.entries(TWO_PEOPLE).map(([flow, [first, second]]) => {
    const also = Object.entries(ALIKE)
      .filter(([, each]) => each === flow)
      .map(([route]) => `\`${route}\``);
    return `| ${flow} | \`${first}\` | \`${second}\` | ${also.join(', ')} |`;
  });
  const rows = Object.entries(FIRST_WORD_OF).map(
    ([flow, { sealed, test }]) => `| ${flow} | ${sealed ?? 'not sealed'} | \`${test}\` |`,
  );
  const alone = Object.entries(ALONE).map(([route, why]) => `| \`${route}\` | ${why} |`);
  return `# What takes two people

The tables of this page come from \`api/roles/two-people.ts\`. A test compares them with the table of routes, so that no route that
changes anything is missing. Another test (\`test/integration/authorisation/two-people.test.ts\`) tries each flow over
HTTP on the real engine: as one person with two sessions and every role, as a program with every scope, and
then as a second person. Only the second person succeeds.

| flow | one person asks | another one agrees | the same by |
|---|---|---|---|
${flows.join('\n')}

A rule, not a person, requests a sweep above the approval limits (\`approvalAbove\`, \`approvalTiers\`); one or
two people approve it like a withdrawal by hand. A program is none of the two: a trade above the limit that one asked for
takes the approvals of two people, and no other first request of this table is open to programs. A person requests a missed occurrence of a rule as a
withdrawal by hand.

## One of two people, who can also write to the table

The first person's request waits in the table. A person with write access to the table could enter it in another name and then agree
as the second person. So the function that accepts the request seals it ([decision 11](decisions/0011-what-authorises-a-send-is-sealed.md)),
and Sluice verifies the seal before a second person can agree. The same test of all flows sends each first request as one person, puts
another name on it in the table, with its seal and without, and lets the first person agree: nothing is approved.

| flow | what is sealed | what else is changed in the table by |
|---|---|---|
${rows.join('\n')}

Closing an outflow moves no money and permits none to move: it explains a difference. Write access to the table makes the
explanation unnecessary, since a writer could close the break, or never let it show. The audit log records who closed what.

A writer can restore a retracted request, with its seal, while it would still have been valid: for a settlement 96 hours, and only
while the balances say nothing against it; otherwise until its expiry. It is then what that person said before retracting it.

## A sign-in of a moment ago

A browser or a terminal that was left open is no longer the person who opened it. If the stage says \`"recentSignIn": "demanded"\`
([deploying](deploying.md)), these routes refuse a person whose token says that they signed in (\`auth_time\`) five minutes ago or
earlier. Renewing a token does not make a sign-in younger.

| route | when |
|---|---|
${recentSignIns(routes)}

The answer is 403, \`sign-in-too-old\`. Nothing is changed, and the denial is counted as others are. A token without the
time, or with one that is no whole number of seconds or lies more than a minute in the future, is refused as well: an issuer
that does not write \`auth_time\` into access tokens cannot serve such a stage. The console asks for a new sign-in before it sends;
\`sluice login --again\` does so in a terminal. Declining, cancelling, retracting and halting never take one, and no
program is affected: programs approve nothing.

## What one person does alone

| route | why |
|---|---|
${alone.join('\n')}
`;
}
