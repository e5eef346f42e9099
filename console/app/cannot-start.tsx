/** In the place of the console where its configuration cannot be read. */
export function CannotStart({ error }: { readonly error: unknown }) {
  return (
    <main>
      <h1>The console cannot start</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>The stage serves its configuration at /config.json. Once it is there, reload this page.</p>
    </main>
  );
}
