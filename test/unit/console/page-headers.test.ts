import { describe, expect, it } from 'vitest';
import { cachingOf, FILE_PATH, mediaTypeOf } from '../../../runtime/console/console-files.ts';
import {
  FILE_POLICY,
  pagePolicy,
  SECURITY_HEADERS,
} from '../../../runtime/console/page-headers.ts';

/** Directives of a policy by name. */
function directivesOf(policy: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

describe('the policy of the page', () => {
  const policy = pagePolicy(['https://api.example', 'https://id.example', 'https://api.example']);

  it('lets it load its own parts, and call the API and the issuer', () => {
    expect(directivesOf(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'font-src': "'self'",
      'manifest-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self' https://api.example https://id.example",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  it('never lets a page run what stands in markup or in text', () => {
    expect(policy).not.toMatch(/unsafe|nonce|sha256|\*|https?:[ ;]|data:.*script/);
  });

  it.each([
    'https://api.example/',
    'https://api.example; script-src *',
    'https://*.example',
    'https://a.example https://b.example',
    "'unsafe-inline'",
    'javascript:alert(1)',
    'data:',
    '',
  ])('takes no text that is no origin: %j', (text) => {
    expect(() => pagePolicy([text])).toThrow(/is no origin/);
  });

  it('leaves a file that is no page nothing to do', () => {
    expect(directivesOf(FILE_POLICY)).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(SECURITY_HEADERS).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('a path', () => {
  it.each(['/assets/index-4f2a.js', '/assets/', '/config.json', '/favicon.svg'])(
    'names a file: %s',
    (path) => {
      expect(FILE_PATH.test(path)).toBe(true);
    },
  );

  it.each([
    '/',
    '/t/main',
    '/t/main/currencies/USDC.e',
    '/t/main/withdrawals/sweep-btc.v2-20260105T090000Z',
    '/assets',
  ])('is a route of the page, dots or not: %s', (path) => {
    expect(FILE_PATH.test(path)).toBe(false);
  });
});

describe('caching', () => {
  it('is for ever where the name holds a digest, and never for the page and the settings', () => {
    expect(cachingOf('assets/index-4f2a.js')).toBe('public, max-age=31536000, immutable');
    expect([cachingOf('index.html'), cachingOf('config.json')]).toEqual(['no-store', 'no-store']);
    expect(cachingOf('favicon.svg')).toBe('public, max-age=3600');
  });
});

describe('media types', () => {
  it('are known, or the file is refused before a browser does', () => {
    expect(mediaTypeOf('assets/index-4f2a.js')).toBe('text/javascript; charset=utf-8');
    expect(() => mediaTypeOf('assets/clip.mp4')).toThrow(/not known/);
    expect(() => mediaTypeOf('LICENCE')).toThrow(/not known/);
  });
});
