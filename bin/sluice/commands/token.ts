import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type Example, terse, withExamples } from '../declare.ts';
import { tokenCommand } from '../operate/token/token-command.ts';

const EXAMPLES: Readonly<Record<string, Example>> = {
  status: ['token status --stage prod', 'which versions there are, never a value'],
  fill: ['token fill --stage prod --token-file token.txt', 'the first token, from a file'],
  rotate: ['token rotate --stage prod', 'another token, asked for or piped in'],
};

export function token(context: Context): Command {
  const { exportedTenant } = context;
  const command = tokenCommand({
    ...(exportedTenant === undefined ? {} : { tenant: exportedTenant }),
    stdin: process.stdin,
    ask: (question) => void process.stderr.write(question),
    say: (line) => context.say(line),
  });
  terse(command);
  for (const each of command.commands) {
    const example = EXAMPLES[each.name()];
    if (example !== undefined) withExamples(each, [example]);
  }
  return withExamples(command, Object.values(EXAMPLES));
}
