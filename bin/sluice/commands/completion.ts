import { Argument, type Command } from 'commander';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { completionTree } from '../completion/tree.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { Context } from '../context.ts';
import { declare } from '../declare.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof SHELLS;

export function completion(context: Context): Command {
  return declare({
    name: 'completion',
    summary: 'Prints the completion of bash, zsh or fish.',
    examples: [
      ['completion bash > ~/.local/share/bash-completion/completions/sluice', 'for bash'],
      ['completion zsh > "$fpath[1]/_sluice"', 'for zsh'],
      ['completion fish > ~/.config/fish/completions/sluice.fish', 'for fish'],
    ],
  })
    .addArgument(
      new Argument('<shell>', Object.keys(SHELLS).join(', ')).choices(Object.keys(SHELLS)),
    )
    .action(async (name: Shell) => {
      context.say(SHELLS[name](await completionTree(context.commands, context)).trimEnd());
    });
}
