/** A ratio, marked with * where it is above its target. */
export function judged(value: number, most: number): string {
  return `${ratio(value)}${value > most ? '*' : ' '}`;
}

export function ratio(value: number): string {
  return value.toFixed(2);
}
