import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { COLOR_SCHEME_KEY } from '../app/color-scheme-key.ts';

/** Characters of the digest in the file's name. */
const DIGEST_CHARACTERS = 8;

/** Runs before the first paint, so that a dark page never begins white. */
const SCRIPT = `try {
  const chosen = localStorage.getItem('${COLOR_SCHEME_KEY}');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
} catch {}
`;

/** The script of the colour scheme as a file: the content security policy permits none within the page. */
export function colorSchemeScript(): Plugin {
  const digest = createHash('sha256').update(SCRIPT).digest('base64url');
  const fileName = `assets/color-scheme-${digest.slice(0, DIGEST_CHARACTERS)}.js`;
  return {
    name: 'sluice-color-scheme-script',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: SCRIPT });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' },
    ],
  };
}
