/*
 * The restore runbook, once: the drill carries these steps out, and a test compares docs/operations.md with them, titles
 * and commands alike. Whoever changes one changes the other.
 */

/** A command line of a step, as the page has it; capitals stand for what the person fills in. */
export interface StepCommand {
  /** Who does it locally; in a deployment the person who is signed in. */
  readonly as: 'trader' | 'treasurer' | 'approver' | 'viewer';
  readonly line: string;
}

interface StepText {
  /** As the page has it in bold. */
  readonly title: string;
  readonly commands: readonly StepCommand[];
}

const REARM =
  'lanes rearm --unbooked UNBOOKED --comment "compared with the list of the service up to row 81" --yes';
const APPROVE = 'approve CHANGE --comment "looked at, agreed" --yes';

/** In the order in which they are carried out. */
export const RESTORE_STEPS = {
  halt: {
    title: 'Halt',
    commands: [{ as: 'trader', line: 'halt --comment "restoring the ledger"' }],
  },
  save: { title: 'Save the current state', commands: [] },
  restore: { title: 'Restore to a new table, and verify it', commands: [] },
  replace: { title: 'Give it the old name', commands: [] },
  haltAgain: {
    title: 'Halt the restored ledger',
    commands: [
      {
        as: 'trader',
        line: 'halt --comment "restored: nothing leaves before we have looked"',
      },
    ],
  },
  compare: {
    title: 'Compare with the service',
    commands: [{ as: 'viewer', line: 'withdrawals --from BACKUP --json' }],
  },
  look: {
    title: 'See which currencies can be re-armed',
    commands: [{ as: 'viewer', line: 'lanes rearm' }],
  },
  rearm: {
    title: 'Two people re-arm them, one after the other',
    commands: [
      { as: 'treasurer', line: REARM },
      { as: 'approver', line: REARM },
    ],
  },
  verify: {
    title: 'Verify the audit log',
    commands: [{ as: 'treasurer', line: 'audit verify' }],
  },
  dryRun: {
    title: 'Begin with dry-run',
    commands: [
      { as: 'treasurer', line: 'resume --dry-run --comment "compared and armed" --yes' },
      { as: 'approver', line: APPROVE },
    ],
  },
  live: {
    title: 'Go live',
    commands: [
      { as: 'treasurer', line: 'resume --comment "the decisions are right" --yes' },
      { as: 'approver', line: APPROVE },
    ],
  },
} as const satisfies Readonly<Record<string, StepText>>;

export type RestoreStep = keyof typeof RESTORE_STEPS;
