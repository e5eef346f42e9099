import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a line imports that is no file; types alone come into no build. */
const IMPORTED = /^(?:import|export) (?!type )(?:[^;]*? from )?'((?:@[^/']+\/)?[^./'][^/':]*)/gm;

/** Made by the build itself. */
const VIRTUAL = 'virtual';

/** The packages that the sources of the console import; they import others. */
export function importedPackages(): readonly string[] {
  const sources = readdirSync('console', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(build\/|vite\.config)/.test(file),
  );
  const names = sources.flatMap((file) =>
    [...readFileSync(path.join('console', file), 'utf8').matchAll(IMPORTED)].flatMap(
      ([, name]) => name ?? [],
    ),
  );
  return [...new Set(names)].filter((name) => name !== VIRTUAL);
}
