import { UNCACHED } from '../../runtime/console/console-files.ts';
import { FILE_POLICY, SECURITY_HEADERS } from '../../runtime/console/page-headers.ts';
import type { HttpResponse } from '../http/api-response.ts';

/** Seconds after which a browser looks again: about a tenth of the time that a build takes. */
const LOOK_AGAIN_SECONDS = 1;

/** Stands in for the console until it is built: 503, so that no program takes it for the console. */
export function waitingPage(failure: string | null): HttpResponse {
  const [title, sentence] =
    failure === null
      ? ['Building the console', 'The console is being built. This page shows it when it is there.']
      : ['No console', `The console could not be built: ${failure}. The API works without it.`];
  return {
    status: 503,
    headers: {
      ...SECURITY_HEADERS,
      'content-security-policy': FILE_POLICY,
      'cache-control': UNCACHED,
      'content-type': 'text/html; charset=utf-8',
      ...(failure === null && { refresh: String(LOOK_AGAIN_SECONDS), 'retry-after': '1' }),
    },
    body: Buffer.from(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sluice: ${title}</title><h1>${title}</h1><p>${escaped(sentence)}</p></html>\n`,
    ),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
