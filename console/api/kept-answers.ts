/*
 * What the API answered is kept in the memory of the page alone, and goes with it: a browser's own cache keeps answers on the
 * disk, under the address of the API, where signing out of the console cannot reach them.
 */

/** Answers that are kept, the most recently asked for: some screens' worth. */
const MOST_KEPT = 100;

/** Characters of an answer that is kept; a longer one is a report, and comes again in full. */
const MOST_CHARACTERS = 1_000_000;

interface Kept {
  readonly etag: string;
  readonly text: string;
}

type Send = (request: Request) => Promise<Response>;

/** Sends reads with the ETag of what is kept: unchanged, an answer comes without its body, and is the one that is kept. */
export function keepingAnswers(send: Send): Send {
  const kept = new Map<string, Kept>();
  const keep = (url: string, answer: Kept) => {
    kept.delete(url);
    kept.set(url, answer);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  return async (request) => {
    const { url, method } = request;
    if (method !== 'GET') return await send(new Request(request, { cache: 'no-store' }));
    const known = kept.get(url);
    const headers = new Headers(request.headers);
    if (known !== undefined) headers.set('if-none-match', known.etag);
    const answer = await send(new Request(request, { cache: 'no-store', headers }));
    if (answer.status === 304 && known !== undefined) {
      keep(url, known);
      return whole(known.text, answer);
    }
    const etag = answer.headers.get('etag');
    if (answer.status !== 200 || etag === null || !isJson(answer)) return answer;
    const text = await answer.text();
    if (text.length <= MOST_CHARACTERS) keep(url, { etag, text });
    else kept.delete(url);
    return whole(text, answer);
  };
}

/** An answer with its body; how long it was on its way says nothing of it, least of all where it came without. */
function whole(text: string, { headers }: Response): Response {
  const own = new Headers(headers);
  own.delete('content-length');
  own.delete('content-encoding');
  own.set('content-type', 'application/json');
  return new Response(text, { status: 200, headers: own });
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/.test(headers.get('content-type') ?? '');
}
