/** The prefix of the domain that people sign in at: Cognito has each once in the world. */
export function signInDomain(stage: string, account: string, region: string): string {
  return `sluice-${stage}-${account}-${region}`;
}
