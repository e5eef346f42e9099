import type { ConsoleSettings, StageConfiguration } from './stage-configuration.ts';

/**
 * A stage with every part that a stage may leave out, for the checks of its templates: other users deploy parts that
 * no stage here has. A new kind of notification does not compile until it stands here.
 */
export function withEverything(configuration: StageConfiguration): StageConfiguration {
  return {
    ...configuration,
    data: 'retain',
    tenants: ['main', 'other'],
    analytics: true,
    dashboard: true,
    traces: true,
    region: configuration.region ?? 'eu-central-1',
    webFirewall: { requestsPerAddressPer5Minutes: 10_000 },
    console: EVERY_SETTING,
    backupCopy: {
      vaultArn: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:sluice-copies',
    },
    notifications: EVERYBODY_TOLD,
  };
}

/** A stage whose alarms and notices reach a person. */
export function withEveryoneTold(configuration: StageConfiguration): StageConfiguration {
  return { ...configuration, notifications: EVERYBODY_TOLD };
}

const EVERY_SETTING: ConsoleSettings = {
  domainName: 'console.example.com',
  certificateArn:
    'arn:aws:acm:us-east-1:111122223333:certificate/0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a04',
  issuerOrigins: ['https://tokens.example.com'],
};

const EVERYBODY_TOLD: Required<StageConfiguration['notifications']> = {
  emails: ['treasury@example.com'],
  chat: [
    { kind: 'slack', workspaceId: 'T07EXAMPLE', channelId: 'C07EXAMPLE' },
    {
      kind: 'teams',
      tenantId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
      teamId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a02',
      channelId: '19%3Aof-the-channel%40thread.tacv2',
    },
  ],
};
