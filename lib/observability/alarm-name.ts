/** The beginning of the names of a stage's alarms: by it the key knows who may use it. */
export function alarmPrefix(stage: string): string {
  return `sluice-${stage}-`;
}

/** The rule that hears of missing copies: on the account's own bus, so its name says whose it is. */
export function backupRuleName(stage: string): string {
  return `sluice-${stage}-backup-failed`;
}

/** The rules that hear of changes of who may write, on the account's own bus as well. */
export const ACCESS_RULES = [
  'table-policy-changed',
  'table-changed',
  'key-changed',
  'key-granted',
  'trail-changed',
] as const;
export type AccessRule = (typeof ACCESS_RULES)[number];

/**
 * The name of a rule on the stage's bus. CloudWatch knows a rule by it; what a template calls a rule by is
 * "bus|rule", which no metric has.
 */
export function ruleName(stage: string, name: string): string {
  return `sluice-${stage}-${name}`;
}

/** The readers of a topic of notices, which is encrypted with the stage's key: people in words, the chat in its own form. */
export const TOPIC_READERS = ['people', 'chat'] as const;

/**
 * The same for alarms and for notices of keys, tables and trails. They name no amount and no account, and no key stands between
 * them and their readers: what tells of the key's end must not depend on that key.
 */
export const KEYLESS_READERS = ['alarms', 'alarms-chat'] as const;

export type TopicReader = (typeof TOPIC_READERS | typeof KEYLESS_READERS)[number];

/** A topic's name: by it the key knows what EventBridge may encrypt. */
export function topicName(stage: string, reader: TopicReader): string {
  return `sluice-${stage}-notifications-${reader}`;
}
