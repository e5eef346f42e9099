import type { CompletionNode, CompletionOption } from './tree.ts';

/** The completion script of zsh, with what each word and option does. */
export function zshCompletion(tree: readonly CompletionNode[]): string {
  const cases = tree.map(({ path, next, options }) => {
    const lines = [
      ...next.map(({ word, summary }) => `      ${quoted(`${word}:${summary}`)}`),
      ...options.map((option) => `      ${quoted(described(option))}`),
    ];
    return `    (${quoted(path.join(' '))}) candidates=(\n${lines.join('\n')}\n    ) ;;`;
  });
  const values = tree.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ name, choices }) =>
          `    (${quoted([...path, name].join(' '))}) ${choices.length > 0 ? `compadd -- ${choices.map(quoted).join(' ')}` : '_files'}; return ;;`,
      ),
  );
  const paths = tree
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quoted(path.join(' ')));
  return `#compdef sluice
# zsh completion of sluice; made by "sluice completion zsh"
_sluice() {
  local taken='' word index
  local -a candidates
  for ((index = 2; index < CURRENT; index++)); do
    word=\${words[index]}
    [[ $word == -* ]] && continue
    case "\${taken:+$taken }$word" in
      (${paths.join('|')}) taken="\${taken:+$taken }$word" ;;
    esac
  done
  case "\${taken:+$taken }\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case $taken in
${cases.join('\n')}
  esac
  _describe -o sluice candidates
}
if [ "$funcstack[1]" = "_sluice" ]; then _sluice "$@"; else compdef _sluice sluice; fi
`;
}

function described({ name, description }: CompletionOption): string {
  return `${name}:${description}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
