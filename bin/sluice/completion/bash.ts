import type { CompletionNode } from './tree.ts';

function namesOf(
  tree: readonly CompletionNode[],
  wanted: (option: CompletionNode['options'][number]) => boolean,
): readonly string[] {
  return [
    ...new Set(tree.flatMap(({ options }) => options.filter(wanted).map(({ name }) => name))),
  ];
}

/** The completion script of bash: path of the path so far choose what may follow. */
export function bashCompletion(tree: readonly CompletionNode[]): string {
  const cases = tree.map(({ path, next, options }) => {
    const all = [...next.map(({ word }) => word), ...options.map(({ name }) => name)];
    return `    '${path.join(' ')}') candidates='${all.join(' ')}' ;;`;
  });
  const paths = tree.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`);
  const valued = namesOf(tree, ({ takesValue }) => takesValue);
  const values = tree.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ name, choices }) =>
          `    '${[...path, name].join(' ')}') candidates='${choices.join(' ')}' ;;`,
      ),
  );
  return `# bash completion of sluice; made by "sluice completion bash"
_sluice() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' word candidates='' index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    [[ $word == -* ]] && continue
    case "\${path:+$path }$word" in
      ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case $previous in
    ${valued.join('|')}) word=value ;;
    *) word='' ;;
  esac
  if [[ $word == value ]]; then case "\${path:+$path }$previous" in
${values.join('\n')}
    *) return ;;
  esac else case $path in
${cases.join('\n')}
  esac fi
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _sluice sluice
`;
}
