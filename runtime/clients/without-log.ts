interface Logging {
  readonly middlewareStack: { readonly remove: (name: string) => boolean };
}

/** A client of AWS copies all that is asked and answered, for a logger that takes no note: this one does not. */
export function withoutLog<Client extends Logging>(client: Client): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
