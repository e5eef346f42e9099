import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeFiles } from './code-files.ts';

const UNNAMED = /\b(nobody|somebody|anybody)\b/i;

/** A comment, or a text. Names and ids (one word) are data, not prose: a test may call a tenant 'nobody'. */
const COMMENT = String.raw`/\*[\s\S]*?\*/|(?<!:)//.*`;
const TEXT = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|${'`'}(?:\\.|[^${'`'}\\])*${'`'}`;
const PROSE = new RegExp(`${COMMENT}|${TEXT}`, 'g');
const ONE_WORD = /^['"`][^\s]*['"`]$/;

interface Exception {
  readonly place: string;
  readonly text: string;
  readonly why: string;
}

const EXCEPTIONS: readonly Exception[] = [
  { place: 'CONTRIBUTING.md', text: 'fails on nobody', why: 'the page that says so' },
  {
    place: 'test/integration/functions/tenants.test.ts',
    text: 'for the tenant nobody',
    why: 'the message names the tenant that the test made up',
  },
  {
    place: 'test/integration/functions/tenants.test.ts',
    text: 'tenant:nobody]',
    why: 'a group of the tenant that the test made up',
  },
  {
    place: 'test/integration/local/functions.test.ts',
    text: 'nobody should read this',
    why: 'the message that a bundled fixture throws',
  },
];

/** Names the words in order to refuse them. */
const LIST = 'test/unit/habits/named-actors.test.ts';

interface Prose {
  readonly place: string;
  readonly text: string;
}

function proseOfCode(): readonly Prose[] {
  return codeFiles()
    .filter((place) => place !== LIST)
    .map((place) => ({ place, code: readFileSync(place, 'utf8') }))
    .filter(({ code }) => UNNAMED.test(code))
    .flatMap(({ place, code }) => (code.match(PROSE) ?? []).map((text) => ({ place, text })))
    .filter(({ text }) => !ONE_WORD.test(text));
}

function proseOfPages(): readonly Prose[] {
  return ['*.md', 'docs/*.md', 'docs/decisions/*.md']
    .flatMap((pattern) => globSync(pattern))
    .map((place) => ({ place, text: readFileSync(place, 'utf8') }));
}

describe('a comment, a message or a page', () => {
  const unnamed = [...proseOfCode(), ...proseOfPages()].flatMap(({ place, text }) =>
    text
      .split('\n')
      .filter((line) => UNNAMED.test(line))
      .map((line) => ({ place, line: line.trim() })),
  );
  const covers = ({ place, text }: Exception, found: (typeof unnamed)[number]): boolean =>
    place === found.place && found.line.includes(text);

  it('names who acts, instead of nobody, somebody or anybody', () => {
    const wrong = unnamed.filter((found) => !EXCEPTIONS.some((each) => covers(each, found)));
    expect(wrong.map(({ place, line }) => `${place}: ${line}`)).toEqual([]);
  });

  it.each(EXCEPTIONS)('$place is excepted for $why', (exception) => {
    expect(unnamed.some((found) => covers(exception, found))).toBe(true);
  });
});
