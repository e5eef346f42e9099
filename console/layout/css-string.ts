/** A string of CSS: nothing in the text ends it. */
export function cssString(text: string): string {
  const escaped = text.replaceAll(/[\\"]/g, '\\$&').replaceAll(/[\n\r\f\0]/g, ' ');
  return `"${escaped}"`;
}
