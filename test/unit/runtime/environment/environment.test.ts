import { describe, expect, it } from 'vitest';
import {
  EnvironmentError,
  readEnvironment,
  sendWithdrawalEnvironment,
  updateBooksEnvironment,
} from '../../../../runtime/environment/environment.ts';

const COMPLETE = {
  LEDGER_TABLE: 'ledger',
  SNAPSHOTS_TABLE: 'snapshots',
  TOKEN_SECRET_ARN: 'arn',
  SERVICE_BASE_URL: 'https://service.example',
  SEAL_KEYS: 'arn:of:today,arn:of:before',
  READING_KEY: 'arn:of:readings',
} as const;

describe("a function's environment", () => {
  it('is read with its defaults: header form, the casing that the reference shows', () => {
    const { TOKEN_SECRET_ARN, ...others } = readEnvironment(sendWithdrawalEnvironment, COMPLETE);
    expect(others).toEqual({
      LEDGER_TABLE: 'ledger',
      SNAPSHOTS_TABLE: 'snapshots',
      SERVICE_BASE_URL: 'https://service.example',
      SERVICE_QUERY_TOKEN: false,
      SIDE_CASING: 'capitalised',
      ANSWER_SETTINGS: { tradeFields: {}, harmlessTexts: [] },
      SEAL_KEYS: ['arn:of:today', 'arn:of:before'],
      READING_KEY: 'arn:of:readings',
    });
    expect(TOKEN_SECRET_ARN('main')).toBe('arn');
  });

  it('has what the stage knows about the answers of its service, and refuses what it does not', () => {
    const read = (ANSWER_SETTINGS: string) =>
      readEnvironment(sendWithdrawalEnvironment, { ...COMPLETE, ANSWER_SETTINGS }).ANSWER_SETTINGS;
    expect(read('{"tradeFields":{"idAt":"data.orderId"}}')).toEqual({
      tradeFields: { idAt: 'data.orderId' },
      harmlessTexts: [],
    });
    expect(() => read('idAt')).toThrow(/ANSWER_SETTINGS/);
    expect(() => read('{"tradeFields":{"id":"orderId"}}')).toThrow(/ANSWER_SETTINGS/);
    expect(() => read('{"tradeFields":{"idAt":"a b"}}')).toThrow(/ANSWER_SETTINGS/);
  });

  it('switches the query form on for "true" alone', () => {
    const read = (SERVICE_QUERY_TOKEN: string) =>
      readEnvironment(sendWithdrawalEnvironment, { ...COMPLETE, SERVICE_QUERY_TOKEN });
    expect(read('true').SERVICE_QUERY_TOKEN).toBe(true);
    expect(read('false').SERVICE_QUERY_TOKEN).toBe(false);
    expect(() => read('yes')).toThrow(/SERVICE_QUERY_TOKEN: is neither "true" nor "false"/);
  });

  it('that lacks variables is refused with the name of each', () => {
    const { SERVICE_BASE_URL } = COMPLETE;
    expect(() =>
      readEnvironment(sendWithdrawalEnvironment, { SERVICE_BASE_URL, LEDGER_TABLE: '' }),
    ).toThrow(
      /LEDGER_TABLE: is empty; TOKEN_SECRET_ARN: is not set; SEAL_KEYS: is not set; READING_KEY: is not set/,
    );
  });

  it('never has an address in the clear, nor a value of it repeated', () => {
    const read = (SERVICE_BASE_URL: string) =>
      readEnvironment(sendWithdrawalEnvironment, { ...COMPLETE, SERVICE_BASE_URL });
    expect(() => read('http://hidden.example')).toThrow(EnvironmentError);
    expect(() => read('http://hidden.example')).not.toThrow(/hidden/);
    expect(read('http://127.0.0.1:4401').SERVICE_BASE_URL).toBe('http://127.0.0.1:4401');
  });

  it('keeps the books to the last digit unless amounts are named, and refuses what is none', () => {
    const read = (RECONCILIATION_TOLERANCES: string, REPORTING_TIME_ZONE = 'Europe/Zurich') =>
      readEnvironment(updateBooksEnvironment, {
        ...COMPLETE,
        SNAPSHOTS_TABLE: 'snapshots',
        SERIES_TABLE: 'series',
        EVENTS_TABLE: 'events',
        EVENT_BUS: 'bus',
        STAGE: 'dev',
        SNAPSHOT_RETENTION_MONTHS: '13',
        STATEMENT_GRACE_HOURS: '24',
        SNAPSHOT_EVERY_SECONDS: '300',
        REPORTING_TIME_ZONE,
        RECONCILIATION_TOLERANCES,
      });
    expect(read('{}').RECONCILIATION_TOLERANCES).toEqual({});
    expect(read('{"BTC":"0.001"}').RECONCILIATION_TOLERANCES).toEqual({ BTC: '0.001' });
    for (const text of ['', '[]', '{"BTC":0.001}', '{"BTC":"-1"}']) {
      expect(() => read(text), text).toThrow(/RECONCILIATION_TOLERANCES/);
    }
    expect(() => read('{}', '+01:00')).toThrow(/REPORTING_TIME_ZONE: is no IANA time zone/);
  });
});
