import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { readBody } from '../network/read-body.ts';
import { PEOPLE, personNamed, subjectOf } from './people.ts';

/** A form with one field. */
const MAX_FORM_BYTES = 4_096;

/** Serves the page where a person is chosen, and the choice. False for any other request. */
export async function serveSignIn(
  provider: Provider,
  mountedAt: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (!path.startsWith(`${mountedAt}/sign-in/`)) return false;
  let hint: unknown;
  try {
    const { params } = await provider.interactionDetails(request, response);
    hint = params.login_hint;
  } catch {
    page(
      response,
      400,
      '<p>This sign-in is over. Go back to where you came from and try again.</p>',
    );
    return true;
  }
  // The console asks for a person by name: that was the choice.
  const hinted = typeof hint === 'string' ? personNamed(hint) : undefined;
  const form = request.method === 'POST' ? await readBody(request, MAX_FORM_BYTES) : null;
  const username = new URLSearchParams(form?.toString() ?? '').get('user') ?? '';
  const person = personNamed(username) ?? hinted;
  if (person === undefined) {
    page(response, 200, choices());
    return true;
  }
  const result = { login: { accountId: subjectOf(person) } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  return true;
}

/**
 * The end of a session without a question: whoever asked for it clicked already. The provider's own page would ask, in
 * type that it gets from another company.
 */
export function signOutPage(form: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sluice: sign out</title>${form}<script>
    const form = document.forms[0];
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'logout', value: 'yes' }));
    form.submit();
  </script></html>`;
}

function choices(): string {
  const buttons = PEOPLE.map(
    ({ username, displayName, purpose }) =>
      `<button name="user" value="${username}"><b>${displayName}</b><span>${purpose}</span></button>`,
  );
  return `<p>This machine has built-in people. Who are you?</p><form method="post">${buttons.join('')}</form>`;
}

/** The page's own styles: it is one page, without a file of its own. */
const STYLES = `
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
  body { margin: 12vh auto 0; max-width: 26rem; padding: 0 1rem; }
  form { display: grid; gap: 0.5rem; }
  button { background: Canvas; border: 1px solid GrayText; border-radius: 6px; color: CanvasText; cursor: pointer;
    display: grid; font: inherit; padding: 0.6rem 0.9rem; text-align: start; }
  button:hover { border-color: CanvasText; }`;

function page(response: ServerResponse, status: number, content: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sluice: sign in</title><style>${STYLES}</style><main><h1>Sluice</h1>${content}</main></html>`,
    );
}
