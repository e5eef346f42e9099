/** The made-up past ends a little before; a minute later the first real snapshot is decided. */
export const NOW = '2026-11-21T15:30:00.000Z';

/** So many days before the end of the made-up past: "2026-11-03". */
function day(before: number): string {
  const at = new Date(NOW);
  at.setUTCDate(at.getUTCDate() - before);
  return at.toISOString().slice(0, 10);
}

/** So many months before its last one: "2026-10". */
function month(before: number): string {
  const at = new Date(NOW);
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() - before);
  return at.toISOString().slice(0, 7);
}

const firstOf = (before: number) => `${month(before)}-01`;
const midnightOf = (date: string) => `${date}T00:00:00.000Z`;
/** The days of the last whole month, and how a question names it. */
export const LAST_MONTH = { from: firstOf(1), to: firstOf(0), name: month(1) };
const monthNamed = (name: string) =>
  new Date(`${name}-01`).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' });

/** When the rule of EUR closes on a Friday: at five by the clock of Zurich, in winter. */
const CLOSING = `${day(8)}T16:00:00.000Z`;

/** The commands of questions that no call of the API answers. */
export const COMMANDS = {
  timings: `npm run -s sql -- --named timings --from ${LAST_MONTH.from} --to ${LAST_MONTH.to} --json`,
  statements: 'npm run -s verify:statements -- --data .sluice/data --json',
  books: 'npm run -s verify:books -- --data .sluice/data --json',
} as const;

/** A question of a treasurer or an auditor, with the one call that answers it. */
export interface Question {
  readonly question: string;
  /** As a person writes it; the answer is that of the demo's last moment. */
  readonly call: string;
  readonly body?: unknown;
  /** What to look at in the answer. */
  readonly reading: string;
  /** The part of the answer that the page shows: names of fields, from the outside in; absent: all of it. */
  readonly shown?: (answer: never) => unknown;
}

interface Decided {
  readonly items: readonly {
    readonly decision: {
      readonly occurrence: string;
      readonly outcome: string;
      readonly reason?: string;
      readonly explanation: string;
      readonly checks: readonly { readonly limit: string; readonly holds: boolean }[];
    };
  }[];
}

interface Items<Item> {
  readonly items: readonly Item[];
}

/** The fields of an object that are named. */
function only<Name extends string>(
  item: Readonly<Partial<Record<Name, unknown>>>,
  ...names: Name[]
) {
  return Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])));
}

const decisions = ({ items }: Decided) =>
  items.map(({ decision }) => ({
    ...only(decision, 'occurrence', 'outcome', 'reason', 'explanation'),
    checks: decision.checks.filter(({ holds }) => !holds),
  }));

type Fields = Readonly<Record<string, unknown>>;

interface Sums {
  readonly parts: readonly [
    { readonly rows: readonly Fields[] },
    { readonly rows: readonly Fields[] },
  ];
}

interface RolledForward {
  readonly parts: readonly [
    { readonly rows: readonly Fields[] },
    unknown,
    { readonly rows: readonly Fields[] },
  ];
}

interface Compared {
  readonly parts: readonly [
    { readonly rows: readonly Fields[] },
    { readonly rows: readonly Fields[] },
  ];
}

interface Forecast {
  readonly rules: readonly { readonly [field: string]: unknown; readonly sweeps: number }[];
  readonly days: readonly { readonly leaving: readonly unknown[] }[];
  readonly perDay: unknown;
  readonly currencies: unknown;
  readonly assumptions: unknown;
}

interface SpanItem {
  readonly [field: string]: unknown;
  readonly least: Fields;
  readonly most: Fields;
}

interface StatementAnswer {
  readonly state: unknown;
  readonly statement: {
    readonly [field: string]: unknown;
    readonly currencies: readonly { readonly currency: string; readonly closing: unknown }[];
  };
}

interface Part {
  readonly content: Fields;
  readonly status: { readonly state: string };
  readonly origin: { readonly split: Fields };
}

interface Converted {
  readonly content: Fields;
  readonly conversion: unknown;
  readonly execution: unknown;
}

const closings = ({ state, statement }: StatementAnswer) => ({
  state,
  ...only<string>(statement, 'reportingCurrency', 'totals', 'digest'),
  closing: Object.fromEntries(
    statement.currencies.map(({ currency, closing }) => [currency, closing]),
  ),
});

interface AuditItem {
  readonly [field: string]: unknown;
  readonly after?: { readonly stands?: unknown; readonly comment?: unknown };
}

const audited = ({ items }: Items<AuditItem>) =>
  items.map((item) => ({
    ...only<string>(item, 'at', 'action', 'subject', 'by', 'approvedBy'),
    ...only<string>(item.after ?? {}, 'comment'),
  }));

export const QUESTIONS: readonly Question[] = [
  {
    question: 'Why was nothing swept on a day?',
    call: `GET /v1/decisions?rule=demo-btc-cold-storage&from=${day(18)}&to=${day(17)}`,
    reading:
      'Each run of the day, with its reason and the checks that did not hold; the whole answer has every check with its numbers.',
    shown: decisions,
  },
  {
    question: 'Where did a fall of a balance go, and who said what about it?',
    call: `GET /v1/reports/breaks?currency=USD&from=${day(46)}&to=${day(45)}`,
    reading:
      'The break that the fall opened, and everything that people did with it, by name and time.',
  },
  {
    question: 'Who allowed an account?',
    call: 'GET /v1/audit?subject=account:demo-account-usdc&sort=oldest',
    reading: 'Who proposed it, who approved it, when, and the content that stands since.',
    shown: audited,
  },
  {
    question: 'Who allowed an account that the first policy had?',
    call: 'GET /v1/audit?text=6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01&sort=oldest',
    reading:
      'The first policy is one act of the audit log: applied by whoever deployed, with every account in it; in several entries, the parts of one act, where one does not hold it. Later entries about the account follow.',
    shown: audited,
  },
  {
    question: 'What if the threshold had been half, last month?',
    call: 'POST /v1/sweep-rules/backtest',
    body: {
      rules: [
        {
          id: 'btc-cold-storage',
          label: 'BTC above 2.5 to cold storage',
          currency: 'BTC',
          withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
          threshold: '2.5',
          keep: '2',
          minimum: '0.1',
          step: '0.0001',
        },
      ],
      scope: 'alone',
      from: midnightOf(LAST_MONTH.from),
      to: midnightOf(LAST_MONTH.to),
    },
    reading:
      'What would have left, when, and what the rule in force would have done on the same snapshots.',
    shown: ({ draft, difference, message, assumptions }: Fields & { readonly draft: Fields }) => ({
      message,
      difference,
      draft: draft.sweeps,
      assumptions,
    }),
  },
  {
    question: 'What was everything worth at the end of a month, in the reporting currency?',
    call: `GET /v1/reports/statement?month=${LAST_MONTH.name}&timeZone=UTC`,
    reading:
      'Each closing amount with its price and value, and the digest under which the month was frozen.',
    shown: closings,
  },
  {
    question: 'And in a second currency?',
    call: `GET /v1/reports/statement?month=${LAST_MONTH.name}&timeZone=UTC&in=EUR`,
    reading:
      'The same statement by the prices of the same snapshots; what has no price stays unvalued and is named.',
    shown: closings,
  },
  {
    question: 'Who may do what, and who did what?',
    call: `GET /v1/reports/access?from=${LAST_MONTH.from}&to=${day(-1)}&format=json`,
    reading:
      'The roles of each person and program as last seen on their tokens, with when; and what each of them did in the range, counted.',
    shown: ({
      parts,
    }: {
      readonly parts: readonly { readonly name: string; readonly rows: unknown }[];
    }) => Object.fromEntries(parts.map(({ name, rows }) => [name, rows])),
  },
  {
    question: 'What was swept, per account and month, and does it tie to the statement?',
    call: `GET /v1/reports/sums?firstMonth=${LAST_MONTH.name}&lastMonth=${LAST_MONTH.name}&timeZone=UTC&format=json`,
    reading:
      'The sums of each account and month, and the statement of the month that they tie to: what was there, what moved, what was left. Here the withdrawals alone.',
    shown: ({ parts: [sums, months] }: Sums) => ({
      sums: sums.rows
        .filter(({ kind }) => kind === 'withdrawal')
        .map((row) =>
          only<string>(row, 'accountLabel', 'currency', 'movements', 'amount', 'value'),
        ),
      months: months.rows,
    }),
  },
  {
    question: 'How do the months lead from one to the next, and what had no price?',
    call: `GET /v1/reports/roll-forward?firstMonth=${LAST_MONTH.name}&lastMonth=${month(0)}&timeZone=UTC&format=json`,
    reading: `${monthNamed(month(0))} opens with what ${monthNamed(LAST_MONTH.name)} closed with. In between stand movements by kind, what prices did, and by its name what entered or left valuation. Here the lines of all currencies together; each currency has its own. \`sluice export roll-forward --first-month ${LAST_MONTH.name} --last-month ${month(0)}\` writes the file, and the console shows it beside the statement.`,
    shown: ({ parts: [lines, , months] }: RolledForward) => ({
      lines: lines.rows
        .filter(({ scope }) => scope === 'all')
        .map((row) => only<string>(row, 'month', 'line', 'movements', 'value')),
      months: months.rows,
    }),
  },
  {
    question: 'How long does it take from the decision to the confirmation?',
    call: COMMANDS.timings,
    reading: 'Seconds: the least, the median and the most, for each kind of instruction.',
  },
  {
    question: 'Is the statement of a month what was frozen?',
    call: COMMANDS.statements,
    reading:
      'Every digest computed again from its items, and found in the audit chain, which is followed from its beginning.',
  },
  {
    question: 'What is open, and what must I do?',
    call: 'GET /v1/inbox',
    reading: 'Everything that waits, with `mayDecide` for the caller and the call that decides it.',
  },
  {
    question: 'Which rules have not fired for 30 days, and why?',
    call: 'GET /v1/decisions/spans',
    reading:
      'One entry for each rule in force: since when it decides for the same reason, and when it swept last (`lastSweepAt`; absent: not since spans are recorded). With `rule` and a range, every span of one rule.',
    shown: ({ items }: Items<Fields>) =>
      items.map((item) => only<string>(item, 'ruleId', 'reason', 'since', 'lastSweepAt')),
  },
  {
    question: 'And why did a rule not sweep for weeks?',
    call: `GET /v1/decisions/spans?rule=demo-btc-cold-storage&from=${day(93)}&to=${day(67)}`,
    reading:
      'One span for each stretch of runs that decided alike, newest first, with the least and most of each number; the months cut them.',
    shown: ({ items }: Items<SpanItem>) =>
      items.map(({ least, most, ...item }) => ({
        ...only<string>(item, 'reason', 'from', 'until', 'count'),
        balance: { least: least.threshold, most: most.threshold },
      })),
  },
  {
    question: 'Who got what of a sweep that is divided among several accounts?',
    call: `GET /v1/withdrawals?rule=demo-eur-close-of-business&occurrence=${CLOSING}`,
    reading:
      'Each part is a withdrawal of its own, with an outcome of its own; `origin.split` says which part of how much it is.',
    shown: ({ items }: Items<Part>) =>
      items.map(({ content, status, origin: { split } }) => ({
        ...only<string>(content, 'amount', 'currency', 'accountLabel'),
        state: status.state,
        split: only<string>(split, 'part', 'of', 'total'),
      })),
  },
  {
    question: 'What did it cost to turn a surplus into another currency?',
    call: 'GET /v1/trades?rule=demo-sol-to-usd&limit=3',
    reading:
      'Each conversion with the price that it was decided at and the price that it was filled at; the difference is its slippage. Fees are named where the service names them.',
    shown: ({ items }: Items<Converted>) =>
      items.map(({ content, conversion, execution }) => ({
        ...only<string>(content, 'instrument', 'side', 'amount', 'price'),
        conversion,
        execution,
      })),
  },
  {
    question: 'Which balance is too low, and what would fill it?',
    call: 'GET /v1/overview',
    reading:
      'Each rule with a `low` whose currency stands below it: the balance, the low, and what is missing to what the rule keeps.',
    shown: ({ low }: Fields) => low,
  },
  {
    question:
      'What would half of the ETH surplus have become, had it been converted and then swept?',
    call: 'POST /v1/sweep-rules/backtest',
    body: {
      rules: [
        {
          id: 'eth-to-usd',
          label: 'Half of the ETH surplus to USD',
          currency: 'ETH',
          kind: 'convert',
          into: 'USD',
          threshold: '36',
          keep: '35',
          allocation: { kind: 'percentage', percent: '50' },
          minimum: '1',
          step: '0.01',
        },
        {
          id: 'usd-large',
          label: 'USD surplus to the operating account',
          currency: 'USD',
          withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a07',
          threshold: '70000',
          keep: '60000',
          minimum: '1000',
          step: '0.01',
        },
      ],
      scope: 'alone',
      from: midnightOf(LAST_MONTH.from),
      to: midnightOf(LAST_MONTH.to),
    },
    reading:
      'Both rules in one replay: what the first one sells raises the balance that the second one decides on.',
    shown: ({ draft, message }: Fields & { readonly draft: Fields }) => ({
      message,
      draft: draft.sweeps,
    }),
  },
  {
    question: 'What leaves next?',
    call: 'GET /v1/forecast?days=7',
    reading:
      'Per rule its next runs and what would leave with the balances of now; the same by day. `perDay` says what may leave in a day at most by policy.',
    shown: ({ rules, days, perDay, currencies, assumptions }: Forecast) => ({
      rules: rules
        .filter(({ sweeps }) => sweeps > 0)
        .map((rule) => only<string>(rule, 'label', 'nextRuns', 'sweeps', 'amount', 'value')),
      days: days.filter(({ leaving }) => leaving.length > 0),
      perDay,
      currencies,
      assumptions,
    }),
  },
  {
    question: 'Did what was forecast leave?',
    call: `GET /v1/reports/forecasts?from=${day(29)}&to=${day(8)}&format=json`,
    reading: `Each day and rule: what was forecast when the day began, what left, and the difference; without a forecast both are null. Here payroll, and what a person or a rule sent that was not forecast. \`sluice export forecasts --from ${day(29)} --to ${day(8)} --format json\` writes the file, and the console shows the latest days under the forecast.`,
    shown: ({ parts: [forecasts, days] }: Compared) => ({
      payroll: forecasts.rows.filter(({ ruleId }) => ruleId === 'demo-eur-payroll'),
      unforeseen: forecasts.rows.filter(({ forecast }) => forecast === '0'),
      withoutForecast: days.rows.filter(({ forecast }) => forecast !== 'whole'),
    }),
  },
  {
    question:
      'Do registers, approvals, flows and statements say the same, and is anything changed?',
    call: COMMANDS.books,
    reading:
      'Every request compared three ways, every frozen month and every closed day computed again, and the audit chain followed to its end. `sluice books verify --data .sluice/data` is the same, and exits with 2 if anything differs; the tables themselves are read, so the console has no part in it beside verifying the chain under Audit.',
  },
];
