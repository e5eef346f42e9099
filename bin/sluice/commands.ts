import type { CommandEntry } from './command-entry.ts';

/** The command of a group that is meant where only the group is named: `sluice trades`. */
export const DEFAULT_WORD = 'list';

/**
 * Every command. To add one: a file in commands/ that exports a function from the context to the command, and a line
 * here. Only the command that runs is loaded.
 */
export const COMMANDS: readonly CommandEntry[] = [
  {
    path: ['status'],
    section: 'Look',
    summary: 'Mode, value, blocked currencies, what waits, the last runs.',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    path: ['balances'],
    section: 'Look',
    summary: 'The balances of the latest snapshot, valued.',
    load: async () => (await import('./commands/balances.ts')).balances,
  },
  {
    path: ['why'],
    section: 'Look',
    summary: 'Says why a rule or a currency did what it did.',
    load: async () => (await import('./commands/why.ts')).why,
  },
  {
    path: ['forecast'],
    section: 'Look',
    summary: 'What will leave in the next days, by day and by rule.',
    load: async () => (await import('./commands/forecast.ts')).forecast,
  },
  {
    path: ['lanes', 'list'],
    section: 'Look',
    summary: 'Every currency: free or blocked, and what comes next.',
    load: async () => (await import('./commands/lanes.ts')).list,
  },
  {
    path: ['snapshots'],
    section: 'Look',
    summary: 'The latest snapshots, and the ticks that were missed.',
    load: async () => (await import('./commands/snapshots.ts')).snapshots,
  },
  {
    path: ['withdrawals', 'list'],
    section: 'Look',
    summary: 'Withdrawals, newest first.',
    load: async () => (await import('./commands/withdrawals.ts')).list,
  },
  {
    path: ['withdrawals', 'show'],
    section: 'Look',
    summary: 'One withdrawal with its whole history.',
    load: async () => (await import('./commands/withdrawals.ts')).show,
  },
  {
    path: ['withdrawals', 'wait'],
    section: 'Look',
    summary: 'Waits until a withdrawal has ended.',
    load: async () => (await import('./commands/withdrawals.ts')).wait,
  },
  {
    path: ['trades', 'list'],
    section: 'Look',
    summary: 'Trades, newest first.',
    load: async () => (await import('./commands/trades.ts')).list,
  },
  {
    path: ['trades', 'show'],
    section: 'Look',
    summary: 'One trade with its whole history.',
    load: async () => (await import('./commands/trades.ts')).show,
  },
  {
    path: ['trades', 'wait'],
    section: 'Look',
    summary: 'Waits until a trade has ended.',
    load: async () => (await import('./commands/trades.ts')).wait,
  },
  {
    path: ['listen'],
    section: 'Look',
    summary: 'Delivers events to a receiver, signed as webhooks are.',
    load: async () => (await import('./commands/listen.ts')).listen,
  },
  {
    path: ['events', 'tail'],
    section: 'Look',
    summary: 'Prints events as they happen.',
    load: async () => (await import('./commands/events.ts')).tail,
  },
  {
    path: ['open'],
    section: 'Look',
    summary: 'Opens the console in a browser.',
    load: async () => (await import('./commands/open.ts')).open,
  },
  {
    path: ['inbox'],
    section: 'Decide',
    summary: 'What waits for a decision, and whether you may decide.',
    load: async () => (await import('./commands/inbox.ts')).inbox,
  },
  {
    path: ['approve'],
    section: 'Decide',
    summary: 'Approves a withdrawal, a trade or a change, shown in full before.',
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  {
    path: ['decline'],
    section: 'Decide',
    summary: 'Declines a withdrawal, a trade or a change.',
    load: async () => (await import('./commands/decline.ts')).decline,
  },
  {
    path: ['settle'],
    section: 'Decide',
    summary: 'States an unknown outcome; two people do.',
    load: async () => (await import('./commands/settle.ts')).settle,
  },
  {
    path: ['halt'],
    section: 'Decide',
    summary: 'Halts everything, or one currency, at once.',
    load: async () => (await import('./commands/halt.ts')).halt,
  },
  {
    path: ['pull'],
    section: 'Policy as files',
    summary: 'Writes what stands into a folder of the policy.',
    load: async () => (await import('./commands/pull.ts')).pull,
  },
  {
    path: ['calendar', 'import'],
    section: 'Policy as files',
    summary: "Makes a calendar of the policy's folder out of dates as CSV.",
    load: async () => (await import('./commands/calendar.ts')).importCalendar,
  },
  {
    path: ['plan'],
    section: 'Policy as files',
    summary: 'Shows what a folder of the policy would change; changes nothing.',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    path: ['apply'],
    section: 'Policy as files',
    summary: 'Makes the changes that a plan shows, after your yes.',
    load: async () => (await import('./commands/apply.ts')).apply,
  },
  {
    path: ['drift'],
    section: 'Policy as files',
    summary: 'Exits with 2 if a folder of the policy and what stands differ.',
    load: async () => (await import('./commands/drift.ts')).drift,
  },
  {
    path: ['resume'],
    section: 'Decide',
    summary: 'Proposes to end a halt; another person approves.',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    path: ['arrived'],
    section: 'Decide',
    summary: 'States that a payment has arrived at an account; two people do.',
    load: async () => (await import('./commands/arrived.ts')).arrived,
  },
  {
    path: ['lanes', 'rearm'],
    section: 'Decide',
    summary: 'Re-arms the lanes of a restored ledger, by two people.',
    load: async () => (await import('./commands/lanes.ts')).rearm,
  },
  {
    path: ['breaks', 'list'],
    section: 'Books',
    summary: 'Differences that nothing accounts for.',
    load: async () => (await import('./commands/breaks.ts')).list,
  },
  {
    path: ['breaks', 'show'],
    section: 'Books',
    summary: 'One break with its history.',
    load: async () => (await import('./commands/breaks.ts')).show,
  },
  {
    path: ['breaks', 'explain'],
    section: 'Books',
    summary: 'Says what a break was.',
    load: async () => (await import('./commands/breaks.ts')).explain,
  },
  {
    path: ['breaks', 'close'],
    section: 'Books',
    summary: 'Closes an explained break.',
    load: async () => (await import('./commands/breaks.ts')).close,
  },
  {
    path: ['statement'],
    section: 'Books',
    summary: 'The statement of a month.',
    load: async () => (await import('./commands/statement.ts')).statement,
  },
  {
    path: ['export'],
    section: 'Books',
    summary: 'Writes a report in one piece to a file.',
    load: async () => (await import('./commands/export.ts')).exportReport,
  },
  {
    path: ['audit', 'verify'],
    section: 'Books',
    summary: 'Computes the audit chain again.',
    load: async () => (await import('./commands/audit.ts')).verify,
  },
  {
    path: ['audit', 'access'],
    section: 'Books',
    summary: 'Shows who may do what, and who did what.',
    load: async () => (await import('./commands/audit.ts')).access,
  },
  {
    path: ['login'],
    section: 'Sign in',
    summary: 'Signs you in with a browser.',
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    path: ['logout'],
    section: 'Sign in',
    summary: 'Ends your sign-in, and forgets its tokens.',
    load: async () => (await import('./commands/login.ts')).logout,
  },
  {
    path: ['completion'],
    section: 'Sign in',
    summary: 'Prints the completion of bash, zsh or fish.',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    path: ['diagnose'],
    section: 'Operate',
    summary: 'Collects what belongs to an id or an alarm, redacted.',
    load: async () => (await import('./commands/diagnose.ts')).diagnose,
  },
  {
    path: ['policy', 'check'],
    section: 'Operate',
    summary: 'Says whether a policy file is acceptable; changes nothing.',
    load: async () => (await import('./commands/policy.ts')).check,
  },
  {
    path: ['policy', 'init'],
    section: 'Operate',
    summary: 'Applies the first policy of a tenant.',
    load: async () => (await import('./commands/policy.ts')).init,
  },
  {
    path: ['token'],
    section: 'Operate',
    summary: "Fills, rotates and shows the service's token in Secrets Manager.",
    load: async () => (await import('./commands/token.ts')).token,
  },
  {
    path: ['drill', 'restore'],
    section: 'Operate',
    summary: 'Rehearses the restore of a ledger on this machine.',
    load: async () => (await import('./commands/drill.ts')).restore,
  },
  {
    path: ['rebuild-rollups'],
    section: 'Operate',
    summary: 'Computes hours and days again from the stored snapshots.',
    load: async () => (await import('./commands/rebuild-rollups.ts')).rebuildRollups,
  },
];
