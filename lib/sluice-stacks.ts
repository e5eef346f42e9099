import { Annotations, type App, type StackProps, Tags } from 'aws-cdk-lib';
import { AnalyticsStack } from './stacks/analytics-stack.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { AutomationStack } from './stacks/automation-stack.ts';
import { ConsoleContentStack } from './stacks/console-content-stack.ts';
import { ConsoleStack } from './stacks/console-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { FirewallStack } from './stacks/firewall-stack.ts';
import { IdentityStack } from './stacks/identity-stack.ts';
import { ObservabilityStack } from './stacks/observability-stack.ts';
import { WebhooksStack } from './stacks/webhooks-stack.ts';
import { isNobodysDomain } from './stages/ready-stage.ts';
import type { StageConfiguration } from './stages/stage-configuration.ts';
import { alignTokens } from './token-order.ts';

export interface SluiceStacks {
  readonly data: DataStack;
  readonly automation: AutomationStack;
  readonly webhooks: WebhooksStack;
  readonly api: ApiStack;
  readonly identity: IdentityStack | null;
  readonly analytics: AnalyticsStack | null;
  readonly observability: ObservabilityStack;
}

/** All stacks of a stage. A later stack knows the earlier ones, never the reverse. */
export function sluiceStacks(app: App, configuration: StageConfiguration): SluiceStacks {
  alignTokens();
  const { stage } = configuration;
  const named = namedOf(configuration);

  const dataProps = named('data', 'tables, key and the place for the token');
  const data = new DataStack(app, dataProps.stackName, { ...dataProps, configuration });

  const automationProps = named('automation', 'snapshots, sweeps, withdrawals and the watchdog');
  const automation = new AutomationStack(app, automationProps.stackName, {
    ...automationProps,
    configuration,
    data,
  });

  const webhooksProps = named('webhooks', 'events posted to receivers');
  const webhooks = new WebhooksStack(app, webhooksProps.stackName, {
    ...webhooksProps,
    configuration,
    data,
  });

  const { console: settings } = configuration;
  const console = consoleStack({ app, named, configuration }, data);
  const consoleAddress = console?.address ?? null;

  const people = identityStack({ app, named, configuration }, data, consoleAddress);
  const firewall = firewallStack({ app, named, configuration });

  const apiProps = named('api', 'the HTTP API');
  const api = new ApiStack(app, apiProps.stackName, {
    ...apiProps,
    configuration,
    data,
    people,
    webhooks,
    takeSnapshot: automation.takeSnapshot,
    consoleAddress,
    firewall: firewall?.arn ?? null,
  });

  const contentProps = named('console-content', 'what the console shows, and its settings');
  if (settings !== undefined && console !== null) {
    new ConsoleContentStack(app, contentProps.stackName, {
      ...contentProps,
      configuration,
      settings,
      console,
      api,
      people,
    });
  }

  const analyticsProps = named('analytics', "the analyst's files, tables and queries");
  const analytics = configuration.analytics
    ? new AnalyticsStack(app, analyticsProps.stackName, { ...analyticsProps, configuration, data })
    : null;

  const observabilityProps = named('observability', 'alarms, notices and dashboards');
  const observability = new ObservabilityStack(app, observabilityProps.stackName, {
    ...observabilityProps,
    configuration,
    data,
    api: api.api,
    consoleAddress,
    stacks: [data, automation, webhooks, api, analytics, console].filter((each) => each !== null),
  });

  Tags.of(app).add('project', 'sluice');
  Tags.of(app).add('stage', stage);
  noteExampleAddress(data, configuration);
  return { data, automation, webhooks, api, identity: people, analytics, observability };
}

type Named = (part: string, description: string) => StackProps & { readonly stackName: string };

interface StackOfStage {
  readonly app: App;
  readonly named: Named;
  readonly configuration: StageConfiguration;
}

function namedOf({ stage, data, account, region }: StageConfiguration): Named {
  return (part, description) => ({
    stackName: `sluice-${stage}-${part}`,
    description: `Sluice (${stage}): ${description}`,
    // Deleting a stage that keeps its data is two decisions: this one is taken first, by hand.
    terminationProtection: data === 'retain',
    env: {
      ...(account === undefined ? {} : { account }),
      ...(region === undefined ? {} : { region }),
    },
  });
}

/** Null for a stage without a console. */
function consoleStack(
  { app, named, configuration }: StackOfStage,
  data: DataStack,
): ConsoleStack | null {
  const { console: settings } = configuration;
  if (settings === undefined) return null;
  const props = named('console', 'the address of the console, and its files');
  return new ConsoleStack(app, props.stackName, { ...props, configuration, settings, data });
}

/** Null where an organisation brings a provider of its own. */
function identityStack(
  { app, named, configuration }: StackOfStage,
  { key }: DataStack,
  consoleAddress: string | null,
): IdentityStack | null {
  const { identity } = configuration;
  if (identity.kind !== 'cognito') return null;
  const props = named('identity', 'people and programs that may call the API');
  const needed = { configuration, identity, key, consoleAddress };
  return new IdentityStack(app, props.stackName, { ...props, ...needed });
}

/** Null where no firewall counts by address. */
function firewallStack({ app, named, configuration }: StackOfStage): FirewallStack | null {
  const { stage, webFirewall: settings, region = '' } = configuration;
  if (settings === undefined) return null;
  const props = named(`firewall-${region}`, 'requests of each address, before the API');
  return new FirewallStack(app, props.stackName, { ...props, stage, region, settings });
}

/** Good enough to look at and to run here; a deployment would call an address that belongs to no service. */
function noteExampleAddress(data: DataStack, { stage, service }: StageConfiguration): void {
  const url = URL.parse(service.baseUrls[service.use]);
  if (!isNobodysDomain(url?.hostname ?? '')) return;
  Annotations.of(data).addInfo(
    `before deploying, set service.baseUrls.${service.use} in lib/stages/${stage}.json: ${url?.hostname} is an example`,
  );
}
