import { serviceAddressProblem } from '../adapters/trading-service/service-address.ts';
import type { StackOptions } from './options.ts';

/** What is wrong with options that go together, in one line for a person, before anything was read or begun; else null. */
export function optionsProblem({
  upstream,
  tokenFile,
  policyFile,
}: Pick<StackOptions, 'upstream' | 'tokenFile' | 'policyFile'>): string | null {
  if (upstream === null) return null;
  const problem = serviceAddressProblem(upstream);
  // Nothing of the address is repeated: its fault may be a token within.
  if (problem !== null) return `--upstream ${problem}`;
  if (tokenFile === null)
    return "--upstream needs --token-file: the file with that service's token";
  if (policyFile === null) {
    return '--upstream needs --policy: the file with your rules, accounts and limits (docs/own-service.md); the demo policy is for the sandbox alone';
  }
  return null;
}

/** Whether real money leaves: another service than the sandbox, and told to be live. */
export function isForReal({ upstream, live }: Pick<StackOptions, 'upstream' | 'live'>): boolean {
  return live && upstream !== null;
}
