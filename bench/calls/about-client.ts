/** The client whose items a recording is about; a bare handler may be told another one in its place. */
export const RECORDED_CLIENT = 'main';

/** The same value about another client: every text that is the recorded one's name, or begins with it as keys do. */
export function aboutClient<T>(value: T, client: string): T {
  return (client === RECORDED_CLIENT ? value : renamed(value, client)) as T;
}

function renamed(value: unknown, client: string): unknown {
  if (typeof value === 'string') {
    if (value === RECORDED_CLIENT) return client;
    const isItsKey = value.startsWith(`${RECORDED_CLIENT}#`);
    return isItsKey ? client + value.slice(RECORDED_CLIENT.length) : value;
  }
  if (Array.isArray(value)) return value.map((each) => renamed(each, client));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) copy[name] = renamed(each, client);
  return copy;
}
