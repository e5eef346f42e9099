/** A command of `sluice` as a page or a message prints it. */
export interface PrintedCommand {
  readonly argv: readonly string[];
  /** Within a sentence it may name a command without what it requires; a block is typed as it stands. */
  readonly isInSentence: boolean;
}

/** How pages call the program; the last is the short word of the blocks of one page. */
const PROGRAM = /(?:npm run (?:-s )?sluice --|npx sluice|(?<![-\w/])(?:sluice|at_aws)) (?=[a-z-])/g;

/** A shell block, or an indented one. */
const BLOCK = /```(?:sh|bash|console)\n([\s\S]*?)```|(?:^ {4,}\S.*\n)+/gm;

/** Code within a sentence. */
const CODE = /`([^`]+)`/g;

/** All commands of a page, in blocks and within sentences. */
export function commandsOfPage(page: string): readonly PrintedCommand[] {
  const blocks = [...page.matchAll(BLOCK)].map(([whole, fenced]) => fenced ?? whole);
  const prose = page.replaceAll(/```[\s\S]*?```/g, '');
  const code = [...prose.matchAll(CODE)].map(([, inside = '']) => inside.replaceAll(/\s+/g, ' '));
  return [
    ...blocks.flatMap((block) => commandsIn(block.replaceAll(/\\\n\s*/g, ' '), false)),
    ...code.flatMap((text) => commandsIn(text, true)),
  ];
}

/** The commands of a message: they end with the sentence, at a bracket, or at a sign that parts sentences. */
export function commandsOfMessage(message: string): readonly PrintedCommand[] {
  return commandsIn(message.replaceAll(/[.,:](?=\s|$)/g, ' ;'), true);
}

function commandsIn(text: string, isInSentence: boolean): readonly PrintedCommand[] {
  return text.split('\n').flatMap((line) =>
    [...line.matchAll(PROGRAM)].flatMap((match) => {
      const argv = argumentsFrom(line.slice(match.index + match[0].length));
      return argv.length === 0 ? [] : [{ argv, isInSentence }];
    }),
  );
}

/** Arguments as a shell takes them apart, up to what ends a command. */
function argumentsFrom(text: string): readonly string[] {
  const found: string[] = [];
  // Where its output goes, and all that a function was given, are no arguments of its own.
  const own = text.replaceAll(/\s\d?>\S*/g, ' >').replaceAll(/"\$\{@[^}]*\}"/g, '');
  for (const [part] of own.matchAll(
    /<[a-z-]+>|"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'|;&<>()#]+|[|;&<>()#]/g,
  )) {
    if (/^[|;&<>()#]$/.test(part)) break;
    found.push(part.replaceAll(/^["']|["']$/g, ''));
  }
  return found;
}
