import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** The name of the file that lies beside whatever was built: a package, a function, the console. */
export const NOTICES_FILE = 'NOTICES.txt';

const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;

const RULE = '-'.repeat(80);

interface Package {
  /** Its name, version and licence, in a line. */
  readonly title: string;
  /** What its files say of the licence; empty where it has none. */
  readonly text: string;
}

/** The files of whose code something is in a build of esbuild, after what is not used was left out. */
export function bundledFiles({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    ),
  );
}

/**
 * The licences of everything in a build that comes from other projects, as their authors ask for: each text once, below the
 * names of those it belongs to. `files`: those that the build is made of, absolute or from the root.
 */
export async function licenceNotices(root: string, files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  const packages = await Promise.all(
    [...folders].map((folder) => readPackage(path.resolve(root, folder))),
  );
  // In one order, wherever the folders lie.
  packages.sort((one, other) => (one.title < other.title ? -1 : 1));
  const groups = Map.groupBy(packages, ({ text }) => text);
  const notices = [...groups].map(([text, same]) => {
    const titles = [...new Set(same.map(({ title }) => title))].join('\n');
    return text === '' ? titles : `${titles}\n\n${text}`;
  });
  const head = 'These files contain the following software of others.';
  return `${[head, ...notices].join(`\n\n${RULE}\n\n`)}\n`;
}

/** `node_modules/zod/v4/index.js` -> `node_modules/zod` */
function packageFolder(file: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? null;
}

async function readPackage(folder: string): Promise<Package> {
  const { name, version, license } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  const names = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(names.map((file) => readFile(path.join(folder, file), 'utf8')));
  const text = texts.map((each) => each.replaceAll('\r\n', '\n').trim()).join('\n\n');
  return { title: `${name} ${version} (${license})`, text };
}
