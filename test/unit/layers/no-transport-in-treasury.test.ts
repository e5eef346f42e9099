import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/*
 * The domain says what may follow from a reply, and a client how it came by one. dependency-cruiser holds that treasury/
 * imports no client and no network; here its text is read, for knowledge needs no import.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What only a client of the service knows, each with a name for the report. */
const TRANSPORT_TERMS: Readonly<Record<string, RegExp>> = {
  'a protocol': /\bhttps?\b/i,
  // Of the service, and of Sluice's own API: `api/` names its routes.
  'the method of a request': /\b(?:GET|POST|PUT|PATCH|DELETE)\b/,
  'the status of an answer':
    /\bstatus(?:Code)?\s*(?:[!=]==|[<>]=?)\s*\d|\b(?:an?|answer(?:s|ed)?) [1-5]\d\d\b/,
  'a table of statuses': /\[\s*[1-5]\d\d\s*,/,
  'an error code of Node.js': /\bE(?:CONN|HOST|NET|ADDR|PIPE|PROTO|TIMEDOUT|NOTFOUND|AI_)|\bHPE_/,
  'a header': /\bheaders?\b|\b(?:content|media)[-_ ]?type\b|\buser-agent\b|\bauthorization:/i,
  'a connection': /\b(?:sockets?|TCP|TLS|DNS|connect|connected|connections?)\b/i,
  'a call': /\bfetch\(|\bURL\b/,
  'the reading of JSON': /\bJSON\.parse\b/,
};

interface Exception {
  readonly file: string;
  readonly text: string;
  readonly why: string;
}

const EXCEPTIONS: readonly Exception[] = [
  ...["'dns'", "'connect-timeout'", "'tls'", "'aborted-before-connect'", "'connection-lost'"].map(
    (text) => ({
      file: 'treasury/outcomes/outcome.ts',
      text,
      why: 'the name of a cause, as it is recorded and shown: the domain compares none of them',
    }),
  ),
  ...['dns:', "'connect-timeout':", 'tls:', "'aborted-before-connect':", "'connection-lost':"].map(
    (text) => ({
      file: 'treasury/facts/sentences/de/causes.ts',
      text,
      why: 'the name of a cause, beside its words for people',
    }),
  ),
  {
    file: 'treasury/outcomes/unanswered.ts',
    text: "'connect'",
    why: 'the name of a step, as it is recorded and shown: the domain compares none of them',
  },
  ...[
    "connect: 'in connect'",
    'no connection after',
    'the connection was closed',
    'no headers after',
    'the connection ended',
  ].map((text) => ({
    file: 'treasury/facts/sentences/en/unanswered.ts',
    text,
    why: 'the words for people: the domain compares nothing of a client',
  })),
  {
    file: 'treasury/facts/sentences/de/unanswered.ts',
    text: "connect: 'beim Verbinden'",
    why: 'the name of a step, with its words for people',
  },
  ...['answerThat: (stated)', 'without a content type', 'the connection stood'].map((text) => ({
    file: 'treasury/facts/sentences/en/answers.ts',
    text,
    why: 'the words for people: the domain compares nothing of a client',
  })),
  {
    file: 'treasury/outcomes/content-fault.ts',
    text: "z.enum(['field', 'header'])",
    why: 'the name of a place, as it is recorded and shown: the domain looks at none',
  },
  ...['de', 'en'].map((language) => ({
    file: `treasury/facts/sentences/${language}/content.ts`,
    text: "by === 'header'",
    why: 'the words for people: the domain compares nothing of a client',
  })),
  ...[
    'https://www.ecb.europa.eu/press/pr/date/2000/html/pr001214_4.en.html',
    'https://www.frbservices.org/about/holiday-schedules',
  ].map((text) => ({
    file: 'treasury/calendars/built-in.ts',
    text,
    why: 'the publication that a calendar follows: nothing asks for it',
  })),
];

interface Finding {
  readonly file: string;
  readonly what: string;
  readonly line: string;
}

function findingsIn(file: string, source: string): readonly Finding[] {
  return source
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line) =>
      Object.entries(TRANSPORT_TERMS)
        .filter(([, terms]) => terms.test(line))
        .map(([what]) => ({ file, what, line })),
    );
}

function isExcepted({ file, line }: Finding): boolean {
  return EXCEPTIONS.some((each) => each.file === file && line.includes(each.text));
}

const findings = readdirSync(join(ROOT, 'treasury'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('treasury', file))
  .flatMap((file) => findingsIn(file, readFileSync(join(ROOT, file), 'utf8')));

describe('treasury/', () => {
  it('knows nothing of how the service is spoken to', () => {
    expect(findings.filter((finding) => !isExcepted(finding))).toEqual([]);
  });

  it('has every exception that is listed', () => {
    const unused = EXCEPTIONS.filter(
      ({ file, text }) => !findings.some((each) => each.file === file && each.line.includes(text)),
    );
    expect(unused).toEqual([]);
  });
});

describe('knowledge of the transport is found', () => {
  it.each([
    ["if (exchange.status !== 200) return { state: 'unknown' };", 'the status of an answer'],
    ["const text = 'a 200 that denies its success';", 'the status of an answer'],
    ['const REJECTED = new Set([400, 401, 403, 404, 422]);', 'a table of statuses'],
    ["['ECONNREFUSED', 'refused'],", 'an error code of Node.js'],
    ["['EAI_AGAIN', 'dns'],", 'an error code of Node.js'],
    ["headers: { accept: 'text/plain' },", 'a header'],
    ['readonly contentType: string;', 'a header'],
    ['/** Judges one POST /v2/payments. */', 'the method of a request'],
    ['two people conclude it: POST /v1/lanes/BTC/unbooked/conclude', 'the method of a request'],
    ['const answer: unknown = JSON.parse(text);', 'the reading of JSON'],
    ["import * as http from 'node:http';", 'a protocol'],
    ['const answer = await fetch(address);', 'a call'],
    ['readonly connected: boolean;', 'a connection'],
  ])('%s', (line, what) => {
    expect(findingsIn('treasury/x.ts', line).map((finding) => finding.what)).toContain(what);
  });

  it('and neither states nor amounts', () => {
    const lines = ["if (status.state === 'approved') return 200;", 'export const MAX_RULES = 200;'];
    expect(findingsIn('treasury/x.ts', lines.join('\n'))).toEqual([]);
  });
});
