import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../api/routes/routes.ts';
import { reservedConcurrency } from '../../lib/concurrency.ts';
import * as environment from '../../runtime/environment/environment.ts';
import { SENDER_TIMEOUT_SECONDS } from '../../treasury/sending/protocol-limits.ts';
import { configured, functionsOf, type Properties, synthesised } from './synthesised.ts';

const stacks = synthesised();
const functions = functionsOf(stacks);

function property(name: string): Properties {
  const found = functions.get(name);
  if (found === undefined) throw new Error(`there is no function ${name}`);
  return found;
}

const SCHEMAS = {
  'take-snapshot': environment.takeSnapshotEnvironment,
  'run-sweeps': environment.runSweepsEnvironment,
  'send-withdrawal': environment.sendWithdrawalEnvironment,
  'send-trade': environment.sendTradeEnvironment,
  'place-trade': environment.placeTradeEnvironment,
  'manage-instructions': environment.manageInstructionsEnvironment,
  'settle-instruction': environment.settleEnvironment,
  'manage-policy': environment.managePolicyEnvironment,
  halt: environment.haltEnvironment,
  'manage-breaks': environment.manageBreaksEnvironment,
  'preview-policy': environment.previewPolicyEnvironment,
  'query-ledger': environment.queryLedgerEnvironment,
  'query-reports': environment.queryReportsEnvironment,
  'read-export': environment.readExportEnvironment,
  'write-export': environment.writeExportEnvironment,
  'manage-webhooks': environment.manageWebhooksEnvironment,
  'queue-deliveries': environment.queueDeliveriesEnvironment,
  'deliver-webhooks': environment.deliverWebhooksEnvironment,
  'query-market': environment.queryMarketEnvironment,
  'publish-events': environment.publishEventsEnvironment,
  'export-analytics': environment.exportAnalyticsEnvironment,
  'update-books': environment.updateBooksEnvironment,
  'deploy-console': environment.deployConsoleEnvironment,
  'verify-audit': environment.verifyAuditEnvironment,
  watchdog: environment.watchdogEnvironment,
} as const;

describe('the functions', () => {
  it('are these', () => {
    expect([...functions.keys()].sort()).toEqual(Object.keys(SCHEMAS).sort());
  });

  it('run on arm64 and Node 24, with JSON logs', () => {
    for (const found of functions.values()) {
      expect(found).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        LoggingConfig: { LogFormat: 'JSON' },
      });
    }
  });

  it('are traced where the stage says so, and may send traces there alone', () => {
    const traced = synthesised(configured({ traces: true }));
    for (const [name, found] of functionsOf(traced)) {
      expect(found).toMatchObject({ TracingConfig: { Mode: 'Active' } });
      expect(property(name).TracingConfig?.Mode).not.toBe('Active');
    }
    const sendsIn = ({ all }: typeof stacks) =>
      [...all.values()].filter((each) => JSON.stringify(each.toJSON()).includes('xray:Put')).length;
    expect(sendsIn(traced)).toBeGreaterThan(0);
    expect(sendsIn(stacks)).toBe(0);
  });

  it('each have a role and a log of their own', () => {
    const values = [...functions.values()];
    const distinct = (of: (found: Properties) => unknown) =>
      new Set(values.map((found) => JSON.stringify(of(found)))).size;
    expect(distinct(({ Role }) => Role)).toBe(values.length);
    expect(distinct(({ LoggingConfig }) => LoggingConfig.LogGroup)).toBe(values.length);
  });

  /** What says who a caller is: read by whatever serves the API, and given to nothing else. */
  const whoCalls = Object.keys(environment.identityEnvironment().shape);

  it('know a caller by one name, whichever of them the caller asks', () => {
    const claimOf = (name: string) => property(name).Environment.Variables.CALLER_CLAIM;
    const asked = [...new Set(ROUTES.map((route) => route.function))];
    expect(claimOf('query-reports')).not.toBeUndefined();
    for (const name of asked) expect(claimOf(name), name).toBe(claimOf('query-reports'));
  });

  it.each(Object.entries(SCHEMAS))('%s is given every variable it reads', (name, schema) => {
    // What is only known when deployed is text then.
    const variables = Object.fromEntries(
      Object.entries(property(name).Environment.Variables).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : 'deployed',
      ]),
    );
    expect(() => environment.readEnvironment<unknown>(schema, variables)).not.toThrow();
    const read = new Set([...Object.keys(schema().shape), ...whoCalls, 'STAGE']);
    const given = Object.keys(variables).filter((key) => !key.startsWith('POWERTOOLS_'));
    expect(given.filter((key) => !read.has(key))).toEqual([]);
  });

  it('that send run for as long as the money protocol assumes, with concurrency of their own', () => {
    for (const name of ['send-withdrawal', 'send-trade', 'place-trade']) {
      expect(property(name).Timeout).toBe(SENDER_TIMEOUT_SECONDS);
      expect(property(name).ReservedConcurrentExecutions).toBe(5);
    }
  });

  it('that decide have concurrency of their own, which no reader can use up; previews and exports are capped', () => {
    const reserved = Object.fromEntries(
      [...functions.keys()].flatMap((name) => {
        const share = property(name).ReservedConcurrentExecutions;
        return share === undefined ? [] : [[name, share]];
      }),
    );
    expect(reserved).toEqual(reservedConcurrency(configured()));
    for (const name of ['take-snapshot', 'run-sweeps', 'watchdog', 'manage-instructions', 'halt']) {
      expect(reserved, name).toHaveProperty(name);
    }
    for (const name of ['preview-policy', 'write-export']) {
      expect(reserved[name], name).toBeLessThanOrEqual(5);
    }
    for (const name of ['query-ledger', 'query-reports', 'query-market', 'read-export']) {
      expect(reserved, name).not.toHaveProperty(name);
    }
  });

  it('send the token in the header unless the stage switches the query form on', () => {
    const variable = (name: string, of = functions) =>
      of.get(name)?.Environment.Variables.SERVICE_QUERY_TOKEN;
    expect(variable('send-withdrawal')).toBeUndefined();
    const { service } = configured();
    const switched = synthesised(configured({ service: { ...service, queryToken: true } }));
    expect(variable('send-withdrawal', functionsOf(switched))).toBe('true');
  });

  it('know what the stage names of the answers of its service, and nothing without it', () => {
    const settings = (of = functions) =>
      of.get('send-trade')?.Environment.Variables.ANSWER_SETTINGS;
    expect(settings()).toBeUndefined();
    const { service } = configured();
    const tradeFields = { idAt: 'data.orderId' };
    const named = { ...service, tradeFields, harmlessTexts: ['Order received'] };
    const synthesisedNamed = functionsOf(synthesised(configured({ service: named })));
    expect(JSON.parse(settings(synthesisedNamed) ?? '')).toEqual({
      tradeFields,
      harmlessTexts: ['Order received'],
    });
  });

  it('call the address of the environment that the stage uses', () => {
    const { service } = configured();
    const production = synthesised(configured({ service: { ...service, use: 'production' } }));
    expect(functionsOf(production).get('place-trade')?.Environment.Variables.SERVICE_BASE_URL).toBe(
      service.baseUrls.production,
    );
  });
});

describe('the logs', () => {
  it('are encrypted and kept as long as the stage says', () => {
    for (const template of [stacks.automation, stacks.api]) {
      for (const { Properties } of Object.values(template.findResources('AWS::Logs::LogGroup'))) {
        expect(Properties.RetentionInDays).toBe(configured().logRetentionDays);
        expect(Properties.KmsKeyId).toBeDefined();
        expect(Properties.LogGroupName).toMatch(/^(\/aws\/vendedlogs)?\/sluice\/dev\//);
      }
    }
  });
});
