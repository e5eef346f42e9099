import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeFiles } from './code-files.ts';
import { EXCEPTIONS, STILL_TO_COME } from './glossary-exceptions.ts';

const PAGES = ['*.md', 'docs/*.md'];
/** Tells of the past, in the words of its time. */
const TELLS_OF_THE_PAST = 'CHANGELOG.md';
const API = 'docs/openapi.json';
/** Names the words in order to except them. */
const LIST = 'test/unit/habits/glossary-exceptions.ts';

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
/** A text that is one word is a name as well: a member of a union, a code, a key, a path. */
const ONE_WORD = /^['"][\w./-]+['"]$/;
const NAME = /[A-Za-z_][\w-]*\w/g;

interface Found {
  readonly name: string;
  readonly place: string;
}

/** `claimLatch`, `claim-latch` and `CLAIM_LATCH` are the same word. */
function normal(name: string): string {
  const parts = name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').split(/[-_./ ]+/);
  return `-${parts.filter((part) => part !== '').join('-')}-`.toLowerCase();
}

/** The words that the third column of the glossary names. */
function replacedTerms(): readonly string[] {
  const table = readFileSync('CONTRIBUTING.md', 'utf8')
    .split('| word | what it is | instead of |')[1]
    ?.split('\n\n')[0];
  const cells = (table ?? '').split('\n').map((row) => row.split(' | ').at(-1) ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word));
}

function namesOfCode(): readonly Found[] {
  const files = codeFiles().filter((place) => place !== LIST);
  return files.flatMap((place) => {
    const code = readFileSync(place, 'utf8').replaceAll(COMMENT_OR_TEXT, (text) =>
      ONE_WORD.test(text) ? text : '',
    );
    const names = new Set([place, ...[...code.matchAll(NAME)].map(([name]) => name)]);
    return [...names].map((name) => ({ name, place }));
  });
}

/** Keys, paths, parameters, and every text of one word: what a caller writes or reads. */
function namesOfApi(): readonly Found[] {
  const names = new Set<string>();
  (function visit(value: unknown): void {
    if (typeof value === 'string' && /^[\w.-]+$/.test(value)) names.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      names.add(key);
      visit(inner);
    }
  })(JSON.parse(readFileSync(API, 'utf8')));
  return [...names].map((name) => ({ name, place: API }));
}

/** What a page shows as code. */
function namesOfPages(): readonly Found[] {
  const pages = PAGES.flatMap((pattern) => globSync(pattern));
  return pages
    .filter((place) => place !== TELLS_OF_THE_PAST)
    .flatMap((place) => {
      const [glossaryless = ''] = readFileSync(place, 'utf8').split('| word | what it is |');
      const code = glossaryless.match(/```[\s\S]*?```|^ {4}.*|`[^`\n]+`/gm) ?? [];
      const names = new Set(code.flatMap((piece) => piece.match(NAME) ?? []));
      return [...names].map((name) => ({ name, place }));
    });
}

describe('a word that the glossary replaced', () => {
  const terms = replacedTerms();
  const found = [...namesOfCode(), ...namesOfApi(), ...namesOfPages()].map((one) => ({
    ...one,
    normal: normal(one.name),
  }));
  const uses = terms.flatMap((word) => {
    const [singular, plural] = [normal(word), normal(`${word}s`)];
    return found
      .filter((one) => one.normal.includes(singular) || one.normal.includes(plural))
      .map(({ name, place }) => ({ word, name, place }));
  });
  const covers = (
    { word, names, places }: (typeof EXCEPTIONS)[number],
    use: (typeof uses)[number],
  ): boolean => word === use.word && names.test(use.name) && places.test(use.place);

  it('stands in CONTRIBUTING.md', () => {
    expect(terms.length).toBeGreaterThan(50);
    expect(found.length).toBeGreaterThan(10_000);
    const listed = [...STILL_TO_COME, ...EXCEPTIONS.map(({ word }) => word)];
    expect(listed.filter((word) => !terms.includes(word))).toEqual([]);
  });

  it('is in no name, neither of code, files, the API nor the pages', () => {
    const wrong = uses.filter(
      (use) =>
        !STILL_TO_COME.includes(use.word) &&
        !EXCEPTIONS.some((exception) => covers(exception, use)),
    );
    expect(wrong.map(({ word, name, place }) => `${word}: ${name} (${place})`)).toEqual([]);
  });

  it.each(STILL_TO_COME)('%s is still in use; take it from the list when it is not', (word) => {
    expect(uses.some((use) => use.word === word)).toBe(true);
  });

  it.each(EXCEPTIONS)('$word is excepted for something there is: $why', (exception) => {
    expect(uses.some((use) => covers(exception, use))).toBe(true);
  });
});
