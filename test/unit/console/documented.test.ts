import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PICTURES } from '../../console/pictures.ts';
import { TASKS } from '../../console/tasks.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../docs');
const FOLDER = path.join(DOCS, 'console');
const page = readFileSync(path.join(DOCS, 'console.md'), 'utf8');

/** Bytes of a picture, at most: a clone brings them all. */
const MOST_BYTES = 120_000;

describe('docs/console.md', () => {
  it('has the tasks with the clicks that a browser test counts', () => {
    for (const { task, clicks, way } of Object.values(TASKS)) {
      expect(page).toContain(`| ${task} | ${clicks} | ${way} |`);
    }
  });

  it('shows each picture that the script draws, light and dark, and no other', () => {
    const shown = [...page.matchAll(/(?:src|srcset)="console\/([^"]+)"/g)].map(([, file]) => file);
    const drawn = PICTURES.flatMap(({ name }) => [`${name}-dark.png`, `${name}-light.png`]);
    expect(shown.toSorted()).toEqual(drawn.toSorted());
    expect(readdirSync(FOLDER).toSorted()).toEqual(drawn.toSorted());
  });

  it.each(PICTURES)('has a small picture of $name', ({ name }) => {
    for (const scheme of ['light', 'dark']) {
      const file = path.join(FOLDER, `${name}-${scheme}.png`);
      expect(existsSync(file)).toBe(true);
      expect(statSync(file).size).toBeLessThan(MOST_BYTES);
    }
  });
});
