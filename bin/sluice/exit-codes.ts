/** The exit codes of every command. docs/command-line.md shows this table. */
export const EXIT = {
  done: { code: 0, meaning: 'It worked.' },
  failed: {
    code: 1,
    meaning:
      'It failed, for a reason of its own that the message says: a file that cannot be read or is not acceptable, for example, or AWS said no.',
  },
  differs: {
    code: 2,
    meaning:
      'It worked, and what was looked at is not as it should be: the audit chain is broken, what was waited for ended otherwise, the policy differs from its files.',
  },
  blocked: {
    code: 3,
    meaning: 'It worked, and a currency is blocked, disarmed or halted (`status --exit-code`).',
  },
  signedOut: {
    code: 4,
    meaning: 'The caller is not signed in, or has not the role that it takes.',
  },
  refused: { code: 5, meaning: 'The API refused the request; nothing was changed.' },
  changed: {
    code: 6,
    meaning: 'It changed since it was read; nothing was decided. Read it again.',
  },
  unreachable: {
    code: 7,
    meaning:
      'No answer, or the API cannot answer now. A read can be repeated; for a decision, look first whether it counted.',
  },
  wrongNode: {
    code: 8,
    meaning:
      'This version of Node.js cannot run it; the message says which one can. Nothing was requested.',
  },
  usage: {
    code: 64,
    meaning:
      'The command line was not understood: a command, an option or a value that there is none of, a contradiction, a profile that there is none of, or no person at the terminal to answer a question. Nothing was changed.',
  },
  interrupted: { code: 130, meaning: 'Ctrl-C, or the answer to a question was no.' },
} as const;

export type ExitName = keyof typeof EXIT;
