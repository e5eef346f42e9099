import type { DecisionTexts } from './decision-texts.ts';
import { CHECKS, REASONS } from './en-reasons.ts';

export const ENGLISH: DecisionTexts = {
  reasons: REASONS,
  unknownReason: (name) => `Reason: ${name}.`,
  checks: CHECKS,
  table: {
    ...{ label: 'Checks', check: 'Check', found: 'Found', accepted: 'Accepted', result: 'Result' },
    ...{ holds: 'holds', stops: 'stops it', at: 'at', is: 'is' },
  },
  span: {
    untilNow: 'until now',
    numbers: {
      threshold: 'Free balance',
      'budget-24h': 'Left of the budget for 24 hours',
      'budget-30d': 'Left of the budget for 30 days',
      minimum: 'Would have swept',
      'balance-age': 'Age of the balance',
      cooldown: 'Since its last sweep',
    },
    to: 'to',
    runs: (count, version) => `${count === 1 ? '1 run' : `${count} runs`} of version ${version}`,
    withdrawals: 'its withdrawals',
  },
  spans: {
    title: 'Why it did or did not sweep',
    howFar: 'How far back',
    ranges: { week: 'Last 7 days', month: 'Last 30 days', year: 'Last year' },
    none: 'No run decided it in this time',
    longer: 'The rule is decided with every snapshot. Choose a longer time to see earlier ones.',
  },
  panel: {
    title: (currency) => `Why was ${currency} not swept?`,
    when: 'When',
    anotherDay: 'When: another day',
    days: {
      ...{ now: 'Now', yesterday: 'Yesterday', 'two-days': '2 days ago', week: 'A week ago' },
      ...{ month: 'A month ago', year: 'A year ago' },
    },
    rule: 'Rule',
    none: 'No run has decided it yet',
    first: 'Each snapshot is followed by a run. The first is due within one interval.',
  },
  day: {
    swept: (day, reasons) =>
      reasons === '' ? `It swept on ${day}.` : `It swept on ${day}; in between: ${reasons}.`,
    notSwept: (day, reasons) => `It did not sweep on ${day}: ${reasons}.`,
    lastRun: 'Its last run of that day',
    expired: 'The single runs of that day have expired. Their reasons and numbers, above, stay.',
    noRun: (day) => `No run decided it on ${day}`,
    younger: 'No run before then decided it either: the rule or its history is younger.',
    missed:
      'Snapshots were missed on that day, or the rule did not exist. The stretches below show when it was decided.',
  },
  run: {
    label: 'A run, with its checks',
    snapshot: 'run on the snapshot of',
    withdrawal: 'Look at the withdrawal',
    behind: 'The rule’s decision',
    balancesOf: 'on the balances of',
  },
  preview: {
    undecided: 'It is not decided at the moment.',
    wouldSweep: 'would sweep now',
    withdraws: 'Would withdraw',
    byManualRate: 'by a manual rate',
    approval: 'Approval of a sweep',
    approvals: ['none needed', 'one person', 'two people'],
    balance: 'Balance now',
    left: 'Would be left',
    checks: 'Every check, with its numbers',
  },
};
