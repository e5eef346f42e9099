import { CustomResource, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { bundleDigest } from '../constructs/bundle.ts';
import { CONSOLE_PATIENCE } from '../limits.ts';
import type { ConsoleSettings, StageConfiguration } from '../stages/stage-configuration.ts';
import type { ApiStack } from './api-stack.ts';
import type { ConsoleStack } from './console-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

export interface ConsoleContentStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly settings: ConsoleSettings;
  readonly console: ConsoleStack;
  readonly api: ApiStack;
  /** The people's pool, unless the configuration names another issuer. */
  readonly people: IdentityStack | null;
}

/** The files of the console, and the settings that they read: one build for every stage. */
export class ConsoleContentStack extends Stack {
  readonly #props: ConsoleContentStackProps;

  constructor(scope: Construct, id: string, props: ConsoleContentStackProps) {
    super(scope, id, props);
    this.#props = props;
    const { configuration, console, api } = props;
    new CustomResource(this, 'content', {
      serviceToken: console.writer.functionArn,
      resourceType: 'Custom::ConsoleContent',
      serviceTimeout: CONSOLE_PATIENCE,
      properties: {
        // Another build, or another way to write it, is another content.
        digest: bundleDigest(console, console.writer.node.id),
        stage: configuration.stage,
        apiUrl: api.address,
        ...this.#signIn(),
      },
    });
  }

  /** Where people sign in, and as which client. */
  #signIn() {
    const { configuration, settings, people } = this.#props;
    const { identity } = configuration;
    const { clientId, scope, issuerOrigins } = settings;
    const shared = scope === undefined ? {} : { scope };
    if (identity.kind === 'oidc') {
      if (clientId === undefined) throw new Error('the console has no client at the issuer');
      return { ...shared, issuer: identity.issuer, clientId, issuerOrigins };
    }
    if (people === null) throw new Error('an identity of kind cognito needs the identity stack');
    return {
      ...shared,
      issuer: people.pool.userPoolProviderUrl,
      clientId: people.consoleClient.userPoolClientId,
      // The pool's tokens are handed out at the address of its sign-in page.
      issuerOrigins: [people.signInAddress, ...issuerOrigins],
    };
  }
}
