import { describe, expect, it } from 'vitest';
import { ServiceConfigurationError } from '../../../adapters/http-client/http-configuration.ts';
import { SERVICE_LIMITS } from '../../../adapters/http-client/limits.ts';
import { checkConfiguration } from '../../../adapters/trading-service/service-configuration.ts';

const check = (baseUrl: string) => checkConfiguration({ baseUrl }, {}).address;

describe('the base URL', () => {
  it.each([
    [
      'https://service.example',
      { secure: true, host: 'service.example', port: 443, pathPrefix: '' },
    ],
    ['https://service.example:8443/api/', { port: 8443, pathPrefix: '/api' }],
    ['http://127.0.0.1:4401', { secure: false, host: '127.0.0.1', port: 4401 }],
    ['http://127.8.9.1', { host: '127.8.9.1', port: 80 }],
    ['http://localhost:4401/', { host: 'localhost', pathPrefix: '' }],
    ['http://[::1]:4401', { host: '::1', authority: '[::1]:4401' }],
  ])('%s is taken', (baseUrl, address) => {
    expect(check(baseUrl)).toMatchObject(address);
  });

  it.each([
    ['http://service.example', /http:\/\/ is for a service on this machine only/],
    ['http://127.0.0.1.service.example', /http:\/\/ is for a service on this machine/],
    ['http://10.0.0.1', /http:\/\/ is for a service on this machine/],
    ['http://0.0.0.0', /http:\/\/ is for a service on this machine/],
    ['http://[::]', /http:\/\/ is for a service on this machine/],
    ['http://localhost.service.example', /http:\/\/ is for a service on this machine/],
    ['ftp://service.example', /must begin with https/],
    ['https://user:hidden@service.example', /must not hold credentials/],
    ['https://service.example/?token=hidden', /must not hold a query/],
    ['https://service.example/#hidden', /must not hold a query or a fragment/],
    ['https://service.example/v1', /must end before \/v1/],
    ['service.example', /is not an address/],
    ['', /is not an address/],
  ])('%s is refused without repeating it', (baseUrl, problem) => {
    expect(() => check(baseUrl)).toThrow(ServiceConfigurationError);
    expect(() => check(baseUrl)).toThrow(problem);
    expect(() => check(baseUrl)).not.toThrow(/hidden|example/);
  });
});

describe('the configuration', () => {
  const baseUrl = 'https://service.example';

  it('has the bearer header, a capitalised side and all limits unless told otherwise', () => {
    expect(checkConfiguration({ baseUrl }, {})).toMatchObject({
      queryToken: false,
      sideCasing: 'capitalised',
      limits: SERVICE_LIMITS,
    });
  });

  it('takes limits one by one and refuses those that are none', () => {
    const { limits } = checkConfiguration({ baseUrl, limits: { maxReadAttempts: 1 } }, {});
    expect(limits).toEqual({ ...SERVICE_LIMITS, maxReadAttempts: 1 });
    expect(() => checkConfiguration({ baseUrl, limits: { readBudgetMs: 0 } }, {})).toThrow(
      /limits\.readBudgetMs/,
    );
  });

  it('does not work where the verification of certificates is switched off', () => {
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(() => checkConfiguration({ baseUrl }, environment)).toThrow(
      /NODE_TLS_REJECT_UNAUTHORIZED=0/,
    );
    expect(() =>
      checkConfiguration({ baseUrl }, { NODE_TLS_REJECT_UNAUTHORIZED: '1' }),
    ).not.toThrow();
  });
});
