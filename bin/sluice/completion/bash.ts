import type { CompletionNode } from './tree.ts';

/** The completion script of bash: path of the path so far choose what may follow. */
export function bashCompletion(tree: readonly CompletionNode[]): string {
  const cases = tree.map(({ path, next, options }) => {
    const all = [...next.map(({ word }) => word), ...options.map(({ name }) => name)];
    return `    '${path.join(' ')}') candidates='${all.join(' ')}' ;;`;
  });
  const paths = tree.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`);
  const valued = [
    ...new Set(
      tree.flatMap(({ options }) =>
        options.filter(({ takesValue }) => takesValue).map(({ name }) => name),
      ),
    ),
  ];
  return `# bash completion of sluice; made by "sluice completion bash"
_sluice() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' word candidates='' index
  COMPREPLY=()
  case $previous in
    ${valued.join('|')}) return ;;
  esac
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    [[ $word == -* ]] && continue
    case "\${path:+$path }$word" in
      ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case $path in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _sluice sluice
`;
}
