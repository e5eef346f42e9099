import { describe, expect, it } from 'vitest';
import { keepingAnswers } from '../../../console/api/kept-answers.ts';

const URL = 'https://api.example/v1/lanes';

/** An API whose answer changes when it is told to; it notes what it was asked. */
function api() {
  const asked: { readonly cache: string; readonly known: string | null; readonly token: string }[] =
    [];
  let content = { version: 1, type: 'application/json', status: 200 };
  const send = keepingAnswers(async (request) => {
    const known = request.headers.get('if-none-match');
    asked.push({
      ...{ cache: request.cache, known },
      token: request.headers.get('authorization') ?? '',
    });
    const etag = `"${content.version}"`;
    const empty = { etag, 'content-length': '0' };
    if (known === etag) return new Response(null, { status: 304, headers: empty });
    const headers = { etag, 'content-type': content.type };
    return new Response(JSON.stringify(content), { status: content.status, headers });
  });
  return {
    asked,
    change: (change: Partial<typeof content>) => {
      content = { ...content, ...change };
    },
    read: async (url = URL, method = 'GET') => {
      const headers = { authorization: 'Bearer t' };
      const answer = await send(new Request(url, { method, headers }));
      // The typed client takes an answer of no length for one without content.
      expect(answer.headers.get('content-length')).toBeNull();
      return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
    },
  };
}

describe('an answer of the API in the console', () => {
  it('is never put into a cache of the browser, be it read or written', async () => {
    const { asked, read } = api();
    await read();
    await read();
    await read(URL, 'POST');
    expect(asked.map(({ cache }) => cache)).toEqual(['no-store', 'no-store', 'no-store']);
    expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(['Bearer t']));
  });

  it('that has not changed comes without its body, and is the one of before', async () => {
    const { asked, read } = api();
    const first = await read();
    expect(await read()).toEqual(first);
    expect(asked.map(({ known }) => known)).toEqual([null, '"1"']);
  });

  it('that has changed is the new one, also for the next question', async () => {
    const { asked, change, read } = api();
    await read();
    change({ version: 2 });
    expect(await read()).toMatchObject({ etag: '"2"', text: expect.stringContaining('2') });
    expect(await read()).toMatchObject({ status: 200, etag: '"2"' });
    expect(asked.map(({ known }) => known)).toEqual([null, '"1"', '"2"']);
  });

  it('is kept of no file, no problem and no other address', async () => {
    const { asked, change, read } = api();
    change({ type: 'text/csv' });
    await read();
    change({ type: 'application/json', status: 404 });
    await read();
    change({ status: 200 });
    await read();
    await read(`${URL}?text=btc`);
    expect(asked.map(({ known }) => known)).toEqual([null, null, null, null]);
  });

  it('is forgotten once a hundred others were asked for since', async () => {
    const { asked, read } = api();
    await read();
    for (let other = 1; other <= 100; other++) await read(`${URL}?other=${other}`);
    await read();
    expect(asked.at(-1)?.known).toBeNull();
  });
});
