import { StageConfigurationError } from './read-stage.ts';
import type { StageConfiguration } from './stage-configuration.ts';

/** Domains without an owner (RFC 2606, RFC 6761), and the one that our own pages show. */
const NOBODYS_DOMAIN =
  /(^|\.)(example|invalid|localhost|test|example\.(com|net|org)|your\.company)$/i;

/** In the ids that our own pages show. */
const EXAMPLE_ID = /EXAMPLE/;

/** Whether a domain has no owner: a fresh clone is configured with such. */
export function isNobodysDomain(domain: string): boolean {
  return NOBODYS_DOMAIN.test(domain);
}

/**
 * Refuses to synthesise a stage that keeps its data while no person would hear of its alarms, or while it would call a
 * service that does not exist. Each line names the field, the value seen and the values accepted.
 * @throws StageConfigurationError
 */
export function requireReady(configuration: StageConfiguration): void {
  if (configuration.data !== 'retain') return;
  const lines = [...recipientProblems(configuration), ...serviceProblems(configuration)];
  if (lines.length === 0) return;
  const source = `lib/stages/${configuration.stage}.json`;
  throw new StageConfigurationError(lines.map((line) => `${source}: ${line}`).join('\n'));
}

function recipientProblems({ notifications }: StageConfiguration): readonly string[] {
  const { emails, chat } = notifications;
  if (emails.length + chat.length === 0) {
    return [
      'notifications: seen no recipient; accepted: an address in "emails" or a channel in "chat", since no other person hears of the alarms of a stage that keeps its data',
    ];
  }
  const addresses = emails.flatMap((address, index) =>
    isNobodysDomain(address.slice(address.lastIndexOf('@') + 1))
      ? [
          `notifications.emails.${index}: seen "${address}", an example; accepted: an address that people read`,
        ]
      : [],
  );
  const channels = chat.flatMap((channel, index) =>
    EXAMPLE_ID.test(channel.channelId)
      ? [
          `notifications.chat.${index}.channelId: seen "${channel.channelId}", an example; accepted: the id of a channel that people read`,
        ]
      : [],
  );
  return [...addresses, ...channels];
}

function serviceProblems({ service }: StageConfiguration): readonly string[] {
  const address = service.baseUrls[service.use];
  if (!isNobodysDomain(URL.parse(address)?.hostname ?? '')) return [];
  return [
    `service.baseUrls.${service.use}: seen "${address}", an example; accepted: the address of your service`,
  ];
}
