/** A header of a request, by its name in small letters; undefined where it was not sent. */
export function headerOf(
  { headers }: { readonly headers: Readonly<Record<string, string | undefined>> },
  name: string,
): string | undefined {
  return (
    headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  );
}
