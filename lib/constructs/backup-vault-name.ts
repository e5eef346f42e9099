/** The vault of a stage, by the name that events about it have. */
export function backupVaultName(stage: string): string {
  return `sluice-${stage}`;
}
