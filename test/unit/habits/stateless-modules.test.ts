import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isStateless } from '../../stateless-modules.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FILES = globSync('{treasury,adapters,sandbox,api,reporting,test}/**/*.ts', { cwd: ROOT }).map(
  (file) => path.join(ROOT, file),
);
const IMPORTED = /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+)'/gm;
/** Loaded anew only for a test that puts smaller limits there: constants and rules without state as well. */
const LIMITS = path.join(ROOT, 'treasury/preview/');

const importedBy = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, to = '']) =>
    path.resolve(path.dirname(file), to),
  );

describe('a module that tests load once for all files', () => {
  it('imports none that holds a client, a logger or a measure: it would keep those of the first file', () => {
    const stateless = FILES.filter(isStateless);
    expect(stateless.length).toBeGreaterThan(100);
    const found = stateless.flatMap((file) =>
      importedBy(file)
        .filter((to) => !isStateless(to) && !to.startsWith(LIMITS))
        .map((to) => `${path.relative(ROOT, file)} imports ${path.relative(ROOT, to)}`),
    );
    expect(found).toEqual([]);
  });
});
