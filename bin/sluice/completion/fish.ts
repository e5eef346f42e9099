import type { CompletionNode } from './tree.ts';

/** The completion script of fish: a line for every word and option. */
export function fishCompletion(tree: readonly CompletionNode[]): string {
  const heads = new Set(tree.filter(({ path }) => path.length === 1).map(({ path }) => path[0]));
  const paths = new Set(tree.map(({ path }) => path.join(' ')));
  const lines = tree.flatMap(({ path, next, options }) => {
    const words = next.map(({ word }) => word);
    // Behind a word that is a value, and no command of its own, the options still hold.
    const commands = words.filter((word) => paths.has([...path, word].join(' ')));
    const condition = (open: readonly string[]): string =>
      conditionOf(path, open, [...heads].join(' '));
    return [
      ...next.map(
        ({ word, summary }) =>
          `complete -c sluice -f -n ${condition(words)} -a ${word} -d ${quoted(summary)}`,
      ),
      ...options.map(
        ({ name, description, takesValue, choices }) =>
          `complete -c sluice -f -n ${condition(commands)} -l ${name.replace(/^--/, '')}${takesValue ? ' -r' : ''}${
            choices.length > 0 ? ` -a ${quoted(choices.join(' '))}` : ''
          } -d ${quoted(description)}`,
      ),
    ];
  });
  return `# fish completion of sluice; made by "sluice completion fish"\n${lines.join('\n')}\n`;
}

/** Holds where these path were typed, and none of those that may follow. */
function conditionOf(path: readonly string[], next: readonly string[], heads: string): string {
  if (path.length === 0) return quoted(`not __fish_seen_subcommand_from ${heads}`);
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  const open = next.length === 0 ? [] : [`not __fish_seen_subcommand_from ${next.join(' ')}`];
  return quoted([...seen, ...open].join('; and '));
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
