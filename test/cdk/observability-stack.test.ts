import { readFileSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ACCESS_RULES } from '../../lib/observability/alarm-name.ts';
import { alarmKinds } from '../../lib/observability/alarms.ts';
import { NOTICES } from '../../lib/observability/notices.ts';
import { COUNTS, METRICS_NAMESPACE } from '../../runtime/observability/metrics.ts';
import { configured, functionsOf, type Properties, synthesised } from './synthesised.ts';

const CHAT = [
  { kind: 'slack', workspaceId: 'T07EXAMPLE', channelId: 'C07EXAMPLE' },
  {
    kind: 'teams',
    tenantId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
    teamId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a02',
    channelId: '19%3Aof-the-channel%40thread.tacv2',
  },
] as const;

const stage = configured({
  tenants: ['main', 'other'],
  notifications: { emails: ['treasury@example.com'], chat: [...CHAT] },
  alarms: { blockedHours: 6, budgetPercent: 80 },
  dashboard: true,
});
const stacks = synthesised(stage);
const stack = stacks.all.get('sluice-dev-observability') ?? Template.fromString('{}');

/** What a target of a rule is sent; the console's name, which CloudFront gives, stands in it. */
function templateOf(target: Properties | undefined): string {
  const template = target?.InputTransformer.InputTemplate;
  const parts: readonly unknown[] = template['Fn::Join']?.[1] ?? [template];
  return parts.map((part) => (typeof part === 'string' ? part : 'console.example')).join('');
}

function resources(type: string): readonly Properties[] {
  return Object.values(stack.findResources(type)).map(({ Properties }) => Properties);
}

const alarms = new Map(
  resources('AWS::CloudWatch::Alarm').map((alarm) => [String(alarm.AlarmName), alarm]),
);

function alarm(name: string): Properties {
  const found = alarms.get(`sluice-dev-${name}`);
  if (found === undefined) throw new Error(`there is no alarm ${name}`);
  return found;
}

describe('the alarms', () => {
  const kinds = alarmKinds(stage);

  it('are one for each question, and one more for each stream, queue and API that it is about', () => {
    const ofKind = (kind: string) =>
      [...alarms.keys()].filter((name) => name.startsWith(`sluice-dev-${kind}`)).sort();
    // Two tenants, and one question.
    expect(ofKind('unknown-outcome')).toEqual(['sluice-dev-unknown-outcome']);
    expect(ofKind('no-snapshot')).toEqual(['sluice-dev-no-snapshot']);
    const functions = [...functionsOf(stacks).keys()].sort();
    expect(ofKind('function-near-its-timeout')).toEqual(['sluice-dev-function-near-its-timeout']);
    expect(resources('AWS::Logs::MetricFilter')).toHaveLength(functions.length);
    const delivered = [...stacks.all.values()].flatMap((template) =>
      Object.keys(template.findResources('AWS::Lambda::EventSourceMapping')),
    );
    expect(ofKind('stream-behind')).toEqual(
      ['publish-events', 'run-sweeps', 'send-withdrawal', 'update-books'].map(
        (name) => `sluice-dev-stream-behind-${name}`,
      ),
    );
    expect(delivered).toHaveLength(4);
    expect(ofKind('api-errors')).toEqual(['sluice-dev-api-errors-api']);
    expect(alarm('api-errors-api')).toMatchObject({
      Namespace: 'AWS/ApiGateway',
      MetricName: '5xx',
      Dimensions: [{ Name: 'ApiId' }],
    });
    expect(ofKind('throttles')).toEqual(
      ['functions', 'reads', 'writes'].map((name) => `sluice-dev-throttles-${name}`),
    );
    const queues = [...stacks.all.values()].flatMap((template) =>
      Object.keys(template.findResources('AWS::SQS::Queue')),
    );
    expect(ofKind('failure-queue-not-empty')).toHaveLength(queues.length);
    expect(ofKind('failure-queue-not-empty')).toContain(
      'sluice-dev-failure-queue-not-empty-automation-unsent',
    );
  });

  it.each(kinds)(
    'say in $name what happened, what to do next and where that is written',
    (kind) => {
      const about = [...alarms].filter(([name]) =>
        `${name}-`.startsWith(`sluice-dev-${kind.name}-`),
      );
      expect(about.length).toBeGreaterThan(0);
      for (const [, { AlarmDescription, TreatMissingData, AlarmActions, OKActions }] of about) {
        expect(AlarmDescription).toContain(kind.description);
        expect(AlarmDescription).toContain(`Next: ${kind.next}`);
        expect(AlarmDescription).toContain(`docs/operations.md#${kind.name}`);
        // CloudWatch's own limit.
        expect(AlarmDescription.length).toBeLessThanOrEqual(1_024);
        expect(TreatMissingData).toBe(kind.missing.as);
        expect(AlarmActions).toHaveLength(1);
        expect(OKActions).toEqual(AlarmActions);
      }
    },
  );

  it('give a reason for what they make of missing data', () => {
    for (const { missing } of kinds) expect(missing.why.split(' ').length).toBeGreaterThan(3);
  });

  it('look at the metrics that the functions write, of all tenants of the stage', () => {
    const own = [...alarms.values()].filter(
      ({ Namespace, MetricName }) =>
        Namespace === METRICS_NAMESPACE && MetricName !== 'NearTimeout-dev',
    );
    const watched = kinds.flatMap(({ sources }) =>
      sources.flatMap((source) => (source.kind === 'count' ? [source.metric] : [])),
    );
    expect(watched.length).toBeGreaterThan(0);
    expect(own.map(({ MetricName }) => String(MetricName)).sort()).toEqual([...watched].sort());
    for (const { MetricName, Dimensions } of own) {
      const { service } = COUNTS[MetricName as keyof typeof COUNTS];
      expect(Dimensions).toEqual([
        { Name: 'service', Value: service },
        { Name: 'stage', Value: 'dev' },
      ]);
      expect([...functionsOf(stacks).keys()]).toContain(service);
    }
  });

  it('compare every count that CloudWatch hears, and it hears no other', () => {
    const compared = new Set(
      kinds.flatMap(({ sources }) =>
        sources.flatMap((source) => (source.kind === 'count' ? [source.metric] : [])),
      ),
    );
    const heard = Object.entries(COUNTS).filter(([, count]) => count.heard !== 'never');
    expect(heard.map(([name]) => name).sort()).toEqual([...compared].sort());
  });

  it('hear a tenant that is silent among others', () => {
    for (const name of ['no-snapshot', 'watchdog-silent']) {
      expect(alarm(name)).toMatchObject({
        Statistic: 'Sum',
        ComparisonOperator: 'LessThanThreshold',
        Threshold: stage.tenants.length,
        TreatMissingData: 'breaching',
      });
    }
    expect(alarm('audit-chain-broken-too-rarely')).toMatchObject({
      Statistic: 'SampleCount',
      Threshold: stage.tenants.length,
    });
  });

  it('do not end by the silence of what counts before that silence has its own', () => {
    const silent = Number(alarm('watchdog-silent').EvaluationPeriods);
    const byWatchdog = kinds.filter(({ sources }) =>
      sources.some(
        (source) =>
          source.kind === 'count' &&
          source.metric !== 'WatchdogRounds' &&
          COUNTS[source.metric].service === 'watchdog',
      ),
    );
    expect(byWatchdog.length).toBeGreaterThan(8);
    for (const { name, sources } of byWatchdog) {
      for (const { evaluationPeriods, datapointsToAlarm } of sources) {
        expect(datapointsToAlarm, name).toBe(1);
        expect(evaluationPeriods, name).toBeGreaterThan(silent);
      }
    }
  });

  it('hear what Lambda reports of an invocation that took most of its time', () => {
    const patterns = new Map(
      resources('AWS::Logs::MetricFilter').map(({ LogGroupName, FilterPattern }) => [
        JSON.stringify(LogGroupName),
        String(FilterPattern),
      ]),
    );
    const sender = [...patterns].find(([group]) => group.includes('sendwithdrawal'))?.[1];
    expect(sender).toBe(
      '{ ($.type = "platform.report") && ($.record.metrics.durationMs > 96000) }',
    );
    for (const { MetricTransformations } of resources('AWS::Logs::MetricFilter')) {
      expect(MetricTransformations).toMatchObject([
        { MetricNamespace: METRICS_NAMESPACE, MetricName: 'NearTimeout-dev', MetricValue: '1' },
      ]);
    }
    expect(alarm('function-near-its-timeout')).toMatchObject({ MetricName: 'NearTimeout-dev' });
  });

  it('name no command that does not exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const said = kinds.flatMap(({ next }) => [...next.matchAll(/npm run ([\w:-]+)/g)]);
    expect(said.length).toBeGreaterThan(0);
    for (const [, command] of said) expect(Object.keys(scripts)).toContain(command);
  });

  it('follow the interval of the snapshots and the settings of the stage', () => {
    expect(alarm('no-snapshot')).toMatchObject({ Period: 300, EvaluationPeriods: 2 });
    expect(alarm('blocked-currency')).toMatchObject({ Threshold: 6 * 3_600 });
    expect(alarm('budget-near-its-end')).toMatchObject({ Threshold: 80 });
  });

  it('look at no longer a time than CloudWatch allows, at whatever interval', () => {
    for (const snapshotEveryMinutes of [1, 5, 60] as const) {
      for (const { sources } of alarmKinds({ ...stage, snapshotEveryMinutes })) {
        for (const { periodSeconds, evaluationPeriods, datapointsToAlarm } of sources) {
          expect(periodSeconds % 60).toBe(0);
          expect(periodSeconds * evaluationPeriods).toBeLessThanOrEqual(86_400);
          expect(datapointsToAlarm).toBeLessThanOrEqual(evaluationPeriods);
        }
      }
    }
  });
});

it('has the audit log of each tenant followed every six hours', () => {
  const schedules = resources('AWS::Scheduler::Schedule');
  expect(schedules.map(({ ScheduleExpression }) => ScheduleExpression)).toEqual([
    'cron(0 0/6 * * ? *)',
    'cron(0 0/6 * * ? *)',
  ]);
  expect(schedules.map(({ Target }) => JSON.parse(Target.Input).tenant)).toEqual(['main', 'other']);
});

describe('who is told', () => {
  const topicsWith = (isEncrypted: boolean) =>
    resources('AWS::SNS::Topic').filter(
      ({ KmsMasterKeyId }) => (KmsMasterKeyId !== undefined) === isEncrypted,
    );

  it('is told of notices through encrypted topics, of alarms and keys through others that outlive the key', () => {
    const names = (topics: readonly Properties[]) => topics.map(({ TopicName }) => TopicName);
    expect(names(topicsWith(true)).sort()).toEqual([
      'sluice-dev-notifications-chat',
      'sluice-dev-notifications-people',
    ]);
    expect(names(topicsWith(false)).sort()).toEqual([
      'sluice-dev-notifications-alarms',
      'sluice-dev-notifications-alarms-chat',
    ]);
    const ids = stacks.all.get('sluice-dev-observability')?.findResources('AWS::SNS::Topic') ?? {};
    const keyless = Object.keys(ids).filter((id) => !ids[id]?.Properties.KmsMasterKeyId);
    const targets = (name: string) =>
      resources('AWS::Events::Rule')
        .filter(({ Name }) => Name === `sluice-dev-${name}`)
        .flatMap(({ Targets }) => (Targets as Properties[]).map(({ Arn }) => Arn.Ref));
    for (const name of ['key-changed', 'key-granted', 'trail-changed', 'table-policy-changed']) {
      expect(targets(name).sort(), name).toEqual(keyless.toSorted());
    }
    const actions = resources('AWS::CloudWatch::Alarm').flatMap(
      ({ AlarmActions = [] }) => AlarmActions as Properties[],
    );
    const [ofAlarms, ...others] = [...new Set(actions.map(({ Ref }) => String(Ref)))];
    expect(others).toEqual([]);
    expect(keyless).toContain(ofAlarms);
  });

  it('is told through topics that only this stage can publish to', () => {
    const statements = resources('AWS::SNS::TopicPolicy').flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement as Properties[],
    );
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toHaveLength(8);
    expect(new Set(allowed.map(({ Action }) => Action))).toEqual(new Set(['sns:Publish']));
    const byAlarms = allowed.filter(({ Principal }) => Principal.Service.startsWith('cloudwatch'));
    expect(byAlarms).toHaveLength(4);
    for (const { Condition } of byAlarms) {
      expect(JSON.stringify(Condition)).toContain('alarm:sluice-dev-*');
      expect(Condition.StringEquals['aws:SourceAccount']).toBeDefined();
    }
  });

  it('is told by EventBridge without conditions, which it does not fulfil for topics', () => {
    const statements = resources('AWS::SNS::TopicPolicy').flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement as Properties[],
    );
    const byRules = statements.filter(
      ({ Effect, Principal }) =>
        Effect === 'Allow' && JSON.stringify(Principal).includes('events.amazonaws.com'),
    );
    expect(byRules).toHaveLength(resources('AWS::SNS::Topic').length);
    for (const { Condition } of byRules) expect(Condition).toBeUndefined();
  });

  it('is told by EventBridge with the key, for the topics of this stage and nothing else', () => {
    const statements = Object.values(stacks.data.findResources('AWS::KMS::Key')).flatMap(
      ({ Properties }) => Properties.KeyPolicy.Statement as Properties[],
    );
    const forTopics = statements.filter(({ Condition }) =>
      JSON.stringify(Condition ?? {}).includes('aws:sns:topicArn'),
    );
    expect(forTopics).toHaveLength(1);
    const [{ Principal, Action, Condition } = {}] = forTopics;
    expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
    expect(Action).toEqual(['kms:Decrypt', 'kms:GenerateDataKey']);
    expect(Object.keys(Condition)).toEqual(['StringEquals']);
    const named = JSON.stringify(Condition.StringEquals['kms:EncryptionContext:aws:sns:topicArn']);
    const topics = topicsWith(true).map(({ TopicName }) => String(TopicName));
    expect(topics).toHaveLength(2);
    for (const topic of topics) expect(named).toContain(`:${topic}"`);
  });

  it('hears of every rule that could not hand something over', () => {
    const rules = [...stacks.all.values()].flatMap((template) =>
      Object.values(template.findResources('AWS::Events::Rule')).map(
        ({ Properties: { Name, EventBusName } }) => ({ Name, EventBusName }),
      ),
    );
    expect(rules.length).toBeGreaterThan(NOTICES.length);
    for (const { Name, EventBusName } of rules) {
      // A reference to a rule is "bus|rule" where the bus is not the account's own: no dimension.
      expect(Name).toMatch(/^sluice-dev-[\w-]+$/);
      expect([undefined, 'sluice-dev']).toContain(
        typeof EventBusName === 'object' ? 'sluice-dev' : EventBusName,
      );
    }
    const queryOf = (name: string) => (alarm(name).Metrics as Properties[])[0]?.Expression;
    const sum = 'SELECT SUM(InvocationsFailedToBeSentToDlq) FROM';
    expect(queryOf('rule-not-delivering-bus')).toBe(
      `${sum} SCHEMA("AWS/Events", EventBusName, RuleName) WHERE EventBusName = 'sluice-dev'`,
    );
    expect(queryOf('rule-not-delivering-account')).toBe(`${sum} SCHEMA("AWS/Events", RuleName)`);
  });

  it('hears of what a rule could not hand over by the queue that each of its targets has', () => {
    const targets = [...stacks.all.values()].flatMap((template) =>
      Object.values(template.findResources('AWS::Events::Rule')).flatMap(
        ({ Properties }) => Properties.Targets as Properties[],
      ),
    );
    for (const { DeadLetterConfig } of targets) expect(DeadLetterConfig?.Arn).toBeDefined();
  });

  it('hears of what a notice could not say by an alarm of the queue where it waits', () => {
    const rules = resources('AWS::Events::Rule');
    const queues = new Set<string>();
    for (const target of rules.flatMap(({ Targets }) => Targets as Properties[])) {
      expect(target.RetryPolicy.MaximumRetryAttempts).toBeGreaterThan(0);
      queues.add(target.DeadLetterConfig.Arn['Fn::GetAtt'][0]);
    }
    expect([...queues]).toHaveLength(1);
    expect(
      JSON.stringify(alarm('failure-queue-not-empty-observability-dead-letters-notices')),
    ).toContain([...queues][0]);
  });

  it('is by e-mail and in the chat whom the stage names', () => {
    expect(resources('AWS::SNS::Subscription')).toMatchObject([
      { Protocol: 'email', Endpoint: 'treasury@example.com' },
      { Protocol: 'email', Endpoint: 'treasury@example.com' },
    ]);
    const slack = resources('AWS::Chatbot::SlackChannelConfiguration');
    const teams = resources('AWS::Chatbot::MicrosoftTeamsChannelConfiguration');
    expect(slack).toMatchObject([{ SlackWorkspaceId: 'T07EXAMPLE', SlackChannelId: 'C07EXAMPLE' }]);
    expect(teams).toMatchObject([{ TeamsChannelId: '19%3Aof-the-channel%40thread.tacv2' }]);
    for (const { SnsTopicArns, GuardrailPolicies } of [...slack, ...teams]) {
      expect(SnsTopicArns).toHaveLength(3);
      expect(JSON.stringify(GuardrailPolicies)).not.toContain('arn:aws:iam::aws');
    }
  });

  it('has a rule for each notice, with its message for people and for the chat', () => {
    const rules = resources('AWS::Events::Rule').filter(({ EventBusName }) => EventBusName);
    // And one that says that notices arrive, of a source that no notice of anything has.
    expect(rules).toHaveLength(NOTICES.length + 1);
    const sources = rules.map(({ EventPattern }) => EventPattern.source);
    expect(sources.flat().sort()).toEqual([...NOTICES.map(() => 'sluice'), 'sluice.verification']);
    for (const { Targets } of rules) {
      const [people, chat] = Targets as Properties[];
      expect(templateOf(people)).toContain('Next: ');
      const told = JSON.parse(templateOf(chat).replaceAll(/<[^>]+>/g, 'x'));
      expect(told).toMatchObject({ version: '1.0', source: 'custom' });
      const [step, ...places] = told.content.nextSteps as string[];
      expect(step).toMatch(/\w/);
      // The runbook, and before it the item itself, if the notice is about one.
      expect(places.at(-1)).toContain('docs/operations.md#');
      for (const link of places.slice(0, -1)) {
        expect(link).toMatch(/^https?:\/\/\S+\/(?:x|lanes\/x\/unbooked|lanes\/rearm)$/);
      }
    }
  });
});

function onTheAccountsBus(): readonly Properties[] {
  return resources('AWS::Events::Rule').filter(({ EventBusName }) => !EventBusName);
}

describe('a change of who may write', () => {
  const rules = new Map(
    onTheAccountsBus()
      .map((rule) => [String(rule.Name).replace('sluice-dev-', ''), rule] as const)
      .filter(([name]) => name !== 'backup-failed'),
  );

  it('is told of tables, keys and the trail, by a rule for each kind of call', () => {
    const calls = [...rules].map(([name, { EventPattern: pattern }]) => [
      name,
      ...pattern.detail.eventName,
    ]);
    expect(calls.sort()).toEqual([
      [
        'key-changed',
        'DisableKey',
        'PutKeyPolicy',
        'ReplicateKey',
        'ScheduleKeyDeletion',
        'UpdatePrimaryRegion',
      ],
      ['key-granted', 'CreateGrant'],
      ['table-changed', 'UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups'],
      ['table-policy-changed', 'PutResourcePolicy', 'DeleteResourcePolicy'],
      ['trail-changed', 'DeleteTrail', 'PutEventSelectors', 'StopLogging', 'UpdateTrail'],
    ]);
    expect([...rules.keys()].sort()).toEqual([...ACCESS_RULES].sort());
  });

  it('is about every table and every key of the stage', () => {
    const about = (name: string) => rules.get(name)?.EventPattern.detail;
    const tables = Object.keys(stacks.data.findResources('AWS::DynamoDB::Table')).length;
    expect(about('table-policy-changed').requestParameters.resourceArn).toHaveLength(tables);
    expect(about('table-changed').requestParameters.tableName).toHaveLength(2 * tables);
    const keys = Object.keys(stacks.data.findResources('AWS::KMS::Key')).length;
    expect(about('key-changed').resources.ARN).toHaveLength(keys);
    expect(about('key-granted').resources.ARN).toHaveLength(keys);
    // Those of AWS's services, made every night for copies, are not told.
    expect(about('key-granted').userIdentity).toEqual({ invokedBy: [{ exists: false }] });
  });

  it('is told to people and in the chat, with who called, what to do and where that is written', () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    for (const [name, { Targets }] of rules) {
      expect(Targets, name).toHaveLength(2);
      const [people] = Targets as readonly Properties[];
      expect(JSON.stringify(people), name).toContain('$.detail.userIdentity.arn');
      const text = templateOf(people);
      expect(text, name).toContain('Next: ');
      const [, anchor = ''] = /operations\.md#([\w-]+)/.exec(text) ?? [];
      const heading = `## ${anchor.replaceAll('-', ' ').replace('a ', 'A ')}`;
      expect(page, name).toContain(`\n${heading}\n`);
      expect(page, name).toContain(`\`${name}\``);
    }
  });

  it('may wait in its queue, with the key', () => {
    const key = JSON.stringify(stacks.data.findResources('AWS::KMS::Key'));
    for (const name of rules.keys()) expect(key).toContain(`:rule/sluice-dev-${name}`);
  });
});

describe('a copy of a table that was not made', () => {
  const rules = onTheAccountsBus().filter(({ Name }) => Name === 'sluice-dev-backup-failed');

  it("is told of the stage's own vault, to people and in the chat", () => {
    expect(rules).toMatchObject([
      {
        Name: 'sluice-dev-backup-failed',
        EventPattern: {
          source: ['aws.backup'],
          'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
          detail: {
            state: ['ABORTED', 'EXPIRED', 'FAILED'],
            $or: [
              { backupVaultName: ['sluice-dev'] },
              // Of the copy to a vault elsewhere.
              { sourceBackupVaultArn: [{ suffix: ':sluice-dev' }] },
            ],
          },
        },
      },
    ]);
    const targets = rules.flatMap(({ Targets }) => Targets as Properties[]);
    expect(targets).toHaveLength(2);
    for (const target of targets) {
      expect(target.InputTransformer.InputTemplate).toContain(
        'list-backup-jobs and list-copy-jobs',
      );
    }
    stacks.data.hasResourceProperties('AWS::Backup::BackupVault', {
      BackupVaultName: 'sluice-dev',
    });
  });

  it('may wait in its queue, with the key', () => {
    const key = JSON.stringify(stacks.data.findResources('AWS::KMS::Key'));
    expect(key).toContain(':rule/sluice-dev-backup-failed');
  });

  it('has a runbook', () => {
    expect(readFileSync('docs/operations.md', 'utf8')).toContain('\n## A copy that was not made\n');
  });
});

describe('the dashboards', () => {
  const bodies = new Map(
    resources('AWS::CloudWatch::Dashboard').map(({ DashboardName, DashboardBody }) => [
      String(DashboardName),
      JSON.stringify(DashboardBody),
    ]),
  );

  it('are one, and only where the stage wants it: it has a price', () => {
    expect([...bodies.keys()]).toEqual(['sluice-dev-operations']);
    const without = synthesised(configured()).all.get('sluice-dev-observability');
    expect(without?.findResources('AWS::CloudWatch::Dashboard')).toEqual({});
  });

  it('show operators every alarm', () => {
    const operations = bodies.get('sluice-dev-operations') ?? '';
    const named = operations.match(/"Fn::GetAtt":\["alarms[^"]+","Arn"\]/g) ?? [];
    expect(named).toHaveLength(alarms.size);
  });
});
