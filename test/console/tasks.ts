/** What a treasurer comes for, and how many clicks that takes from the overview. docs/console.md has this table. */
export interface Task {
  readonly task: string;
  /** Clicks that are counted in a browser; typing and choosing the text of a field are not among them. */
  readonly clicks: number;
  readonly way: string;
}

export const TASKS = {
  valueAMonthAgo: {
    task: 'Find the value of all holdings a month ago',
    clicks: 2,
    way: 'Holdings, "A month ago"',
  },
  whyNotSwept: {
    task: 'See why BTC was not swept yesterday',
    clicks: 2,
    way: 'BTC in the table of the overview, "Yesterday"',
  },
  changeThreshold: {
    task: 'Change a threshold, see the backtest, and propose it',
    clicks: 5,
    way: 'Rules, the rule, "Change", the new threshold, "Run the backtest", "Propose to a second person"',
  },
  approve: {
    task: 'Approve it as another person',
    clicks: 3,
    way: 'Inbox, the change, "Approve"',
  },
  registerAccount: {
    task: 'Register an account',
    clicks: 3,
    way: 'Accounts, "Register an account", its fields, "Propose to a second person"',
  },
  settle: {
    task: 'Settle an unknown outcome',
    clicks: 4,
    way: 'Inbox, the outcome, what became of it, "Say"; the other person in three: Inbox, the outcome, "Confirm"',
  },
  stop: {
    task: 'Stop everything',
    clicks: 2,
    way: '"Halt" on any screen, why, "Halt everything"',
  },
  exportStatement: {
    task: "Export last month's statement",
    clicks: 2,
    way: 'Statements, which opens the last month that is over, and a format',
  },
} as const satisfies Readonly<Record<string, Task>>;
