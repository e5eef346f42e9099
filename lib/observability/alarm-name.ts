/** What the names of a stage's alarms begin with: by it the key knows who may use it. */
export function alarmPrefix(stage: string): string {
  return `sluice-${stage}-`;
}

/** The rule that hears of copies that were not made: on the account's own bus, so its name says whose it is. */
export function backupRuleName(stage: string): string {
  return `sluice-${stage}-backup-failed`;
}
