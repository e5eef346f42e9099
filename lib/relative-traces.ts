import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '..');

/** The files of an assembly that say where in the sources each construct was made. */
const METADATA = /\.metadata\.json$/;

/**
 * Has an assembly name the sources from the project's root: `lib/stacks/data-stack.ts:84:5`. The CDK writes them with the folder
 * of the machine that synthesised, by which alone two assemblies of the same sources would differ.
 */
export function makeTracesRelative(assembly: string, root: string = PROJECT_ROOT): void {
  const roots = [`${pathToFileURL(root).href}/`, `${root}${path.sep}`].map(asInJson);
  for (const name of readdirSync(assembly).filter((each) => METADATA.test(each))) {
    const file = path.join(assembly, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      roots.reduce((each, prefix) => each.replaceAll(prefix, ''), text),
    );
  }
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
