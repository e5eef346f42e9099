/** The tenant whose items a recording is about; a bare handler may be told another one in its place. */
export const RECORDED_TENANT = 'main';

/** The same value about another tenant: every text that is the recorded one's name, or begins with it as keys do. */
export function aboutTenant<T>(value: T, tenant: string): T {
  return (tenant === RECORDED_TENANT ? value : renamed(value, tenant)) as T;
}

function renamed(value: unknown, tenant: string): unknown {
  if (typeof value === 'string') {
    if (value === RECORDED_TENANT) return tenant;
    const isItsKey = value.startsWith(`${RECORDED_TENANT}#`);
    return isItsKey ? tenant + value.slice(RECORDED_TENANT.length) : value;
  }
  if (Array.isArray(value)) return value.map((each) => renamed(each, tenant));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) copy[name] = renamed(each, tenant);
  return copy;
}
