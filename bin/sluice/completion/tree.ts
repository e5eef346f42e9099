import type { Command, Option } from 'commander';
import { type CommandEntry, DEFAULT_WORD } from '../command-entry.ts';
import type { Context } from '../context.ts';
import { valuesOf } from '../declare.ts';

/** A command as completion needs it. */
export interface CompletionNode {
  /** Its path behind `sluice`; none for the program itself. */
  readonly path: readonly string[];
  readonly summary: string;
  /** The path that may follow. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
  readonly options: readonly CompletionOption[];
}

export interface CompletionOption {
  readonly name: string;
  readonly description: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** Every command of the tree with its options, the program first. */
export async function completionTree(
  entries: readonly CommandEntry[],
  context: Context,
): Promise<readonly CompletionNode[]> {
  const leaves: CompletionNode[] = [];
  for (const { path, summary, load } of entries) {
    leaves.push(...nodesOf((await load())(context), path, summary));
  }
  const groups = [...new Set(entries.flatMap(({ path }) => (path.length > 1 ? [path[0]] : [])))];
  return [
    programNode([
      ...leaves,
      ...groups.map((head) => ({ path: [head], summary: `${head} commands` })),
    ]),
    ...groups.map((head) => groupNode(head, leaves)),
    ...leaves,
  ];
}

function nodesOf(
  command: Command,
  path: readonly string[],
  summary: string,
): readonly CompletionNode[] {
  const inner = [
    ...command.commands.map((each) => ({ word: each.name(), summary: lineOf(each) })),
    ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
      argChoices.map((word) => ({ word, summary: description })),
    ),
  ];
  const options = [...command.options.filter(({ hidden }) => !hidden).map(optionOf), HELP];
  return [
    { path, summary, next: inner, options },
    ...command.commands.flatMap((each) => nodesOf(each, [...path, each.name()], lineOf(each))),
  ];
}

/** The program itself: its commands, and help about each. */
function programNode(below: readonly Pick<CompletionNode, 'path' | 'summary'>[]): CompletionNode {
  const node = nodeAbove([], 'Sluice', below);
  const help = { word: 'help', summary: 'Options and examples of a command.' };
  return { ...node, next: [...node.next, help], options: [VERSION, ...node.options] };
}

/** A group alone is its usual command, with that one's options: `sluice trades --state`. */
function groupNode(head: string, leaves: readonly CompletionNode[]): CompletionNode {
  const node = nodeAbove([head], `${head} commands`, leaves);
  const usual = leaves.find(({ path }) => path[0] === head && path[1] === DEFAULT_WORD);
  return usual === undefined ? node : { ...node, options: usual.options };
}

function nodeAbove(
  path: readonly string[],
  summary: string,
  below: readonly Pick<CompletionNode, 'path' | 'summary'>[],
): CompletionNode {
  const next = below
    .filter(
      (node) =>
        node.path.length === path.length + 1 && path.every((word, at) => node.path[at] === word),
    )
    .map((node) => ({ word: node.path.at(-1) ?? '', summary: node.summary }));
  return { path, summary, next, options: [HELP] };
}

const VERSION: CompletionOption = {
  name: '--version',
  description: 'the version of Sluice',
  takesValue: false,
  choices: [],
};

const HELP: CompletionOption = {
  name: '--help',
  description: 'options and examples',
  takesValue: false,
  choices: [],
};

function optionOf(option: Option): CompletionOption {
  const { long, short, description, required, optional } = option;
  return {
    name: long ?? short ?? '',
    description,
    takesValue: required || optional,
    choices: valuesOf(option),
  };
}

function lineOf(command: Command): string {
  return command.summary() || command.description();
}
