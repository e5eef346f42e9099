import type { BuildOptions } from 'esbuild';

/** The settings of a build as esbuild's own command line takes them. */
export function esbuildArguments({
  entryPoints,
  ...options
}: Omit<BuildOptions, 'entryPoints'> & { readonly entryPoints: readonly string[] }): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) => flagsOf(kebab(name), value));
  return [...entryPoints, ...flags];
}

/** Lists that esbuild takes as a flag for each member; of the others it takes one flag with commas. */
const REPEATED: ReadonlySet<string> = new Set(['external']);

function flagsOf(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [`--${name}`];
  if (Array.isArray(value) && REPEATED.has(name)) return value.map((each) => `--${name}:${each}`);
  if (Array.isArray(value)) return [`--${name}=${value.join(',')}`];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([key, each]) => `--${name}:${key}=${each}`);
  }
  return [`--${name}=${value}`];
}

/** `entryNames` is `--entry-names`. */
function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
