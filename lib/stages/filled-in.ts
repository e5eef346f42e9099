import type { StageConfiguration } from './stage-configuration.ts';

/** An account that does not exist: what is synthesised for it cannot be deployed by accident. */
const NOBODYS_ACCOUNT = '111122223333';

/**
 * A stage as its file says, with everything that a fresh clone leaves open: checks of the templates synthesise this one
 * (`-c filledIn=yes`), so that the file itself may be refused until a person has filled it in.
 */
export function filledIn(configuration: StageConfiguration): StageConfiguration {
  const { service, notifications } = configuration;
  const isToldToNobody = notifications.emails.length + notifications.chat.length === 0;
  return {
    ...configuration,
    account: NOBODYS_ACCOUNT,
    region: configuration.region ?? 'eu-central-1',
    service: {
      ...service,
      baseUrls: { ...service.baseUrls, [service.use]: 'https://api.service-of-the-checks.dev' },
    },
    ...(isToldToNobody && {
      notifications: { emails: ['treasury@people-of-the-checks.dev'], chat: [] },
    }),
  };
}
