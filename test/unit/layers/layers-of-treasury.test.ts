import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/*
 * dependency-cruiser holds each import against the layers; it does not see `import('./x.ts').Type` within a type. Here
 * the sources are read as text, so that no way of importing is missed, and the circle itself is looked for.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RULES = new URL('../../../.dependency-cruiser.mjs', import.meta.url).href;

/** Every form: `import x from`, `import type`, `export from`, `import('...')`, `import '...'`. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.{1,2}\/[^']+)'/g;

interface FolderImport {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

function folderOf(file: string): string {
  return dirname(file).split(sep).slice(1).join('/');
}

function importsOf(file: string, source: string): readonly FolderImport[] {
  return [...source.matchAll(SPECIFIER)]
    .map(([, specifier = '']) => normalize(join(dirname(file), specifier)))
    .map((target) => ({ from: folderOf(file), to: folderOf(target), file }))
    .filter(({ from, to }) => from !== to);
}

/** The folders of a circle, in its order; null where there is none. */
function circleIn(imports: readonly Pick<FolderImport, 'from' | 'to'>[]): readonly string[] | null {
  const done = new Set<string>();
  const circleFrom = (folder: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const { from, to } of imports) {
      const found = from === folder ? circleFrom(to, [...path, folder]) : null;
      if (found !== null) return found;
    }
    done.add(folder);
    return null;
  };
  for (const { from } of imports) {
    const found = circleFrom(from, []);
    if (found !== null) return found;
  }
  return null;
}

const files = readdirSync(join(ROOT, 'treasury'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('treasury', file));
const imports = files.flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), 'utf8')));

async function layers(): Promise<readonly (readonly string[])[]> {
  const rules: unknown = await import(RULES);
  return z.object({ LAYERS: z.array(z.array(z.string())) }).parse(rules).LAYERS;
}

describe('the folders of treasury', () => {
  it('stand in one layer each, and no layer names one that does not exist', async () => {
    const folders = [...new Set(files.map(folderOf))];
    expect((await layers()).flat().sort()).toEqual(folders.sort());
  });

  it('import only from the layers below their own, types included', async () => {
    const heights = new Map(
      (await layers()).flatMap((layer, height) => layer.map((folder) => [folder, height] as const)),
    );
    const heightOf = (folder: string): number => heights.get(folder) ?? Number.POSITIVE_INFINITY;
    expect(imports.filter(({ from, to }) => heightOf(to) >= heightOf(from))).toEqual([]);
  });

  it('import each other in no circle', () => {
    expect(imports.length).toBeGreaterThan(0);
    expect(circleIn(imports)).toBeNull();
  });
});

describe('an import against the layers is found', () => {
  it.each([
    ["import { newLane } from '../instructions/lane.ts';"],
    ["import type { Lane } from '../instructions/lane.ts';"],
    ["import {\n  type Lane,\n  newLane,\n} from '../instructions/lane.ts';"],
    ["export type { Lane } from '../instructions/lane.ts';"],
    ["export type Held = import('../instructions/lane.ts').Lane;"],
    ["const { newLane } = await import('../instructions/lane.ts');"],
  ])('%s', (source) => {
    const [found] = importsOf('treasury/policy/controls.ts', source);
    expect(found).toMatchObject({ from: 'policy', to: 'instructions' });
  });

  it('as a circle, over however many folders', () => {
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'd' },
    ];
    expect(circleIn(edges)).toBeNull();
    expect(circleIn([...edges, { from: 'd', to: 'b' }])).toEqual(['b', 'c', 'd', 'b']);
  });
});
