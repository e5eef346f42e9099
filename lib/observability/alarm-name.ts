/** What the names of a stage's alarms begin with: by it the key knows who may use it. */
export function alarmPrefix(stage: string): string {
  return `sluice-${stage}-`;
}
