import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;

/** The licences of everything that a bundle contains of other projects, each once, as their authors ask for. */
export async function noticesOf(root: string, inputs: readonly string[]): Promise<string> {
  const folders = [...new Set(inputs.flatMap((input) => packageFolder(input) ?? []))].sort();
  const notices = await Promise.all(folders.map((folder) => noticeOf(path.join(root, folder))));
  return `This package contains the following software of others.\n\n${notices.join('\n')}`;
}

/** `node_modules/zod/v4/index.js` -> `node_modules/zod` */
function packageFolder(input: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? null;
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return [`${name} ${version} (${license})`, '', ...texts.map((text) => text.trim()), ''].join(
    '\n',
  );
}
