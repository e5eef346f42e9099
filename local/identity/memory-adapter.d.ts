/** The provider's own adapter in memory, which comes without types. */
declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  export function createMemoryAdapter(): AdapterFactory;
}
