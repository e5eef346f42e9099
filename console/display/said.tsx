import { partsOf } from './said-parts.ts';
import { When } from './when.tsx';

/** A sentence of the API, with the moments in it by the clocks of the chosen zone. */
export function Said({ text }: { readonly text: string }) {
  return partsOf(text).map(({ at, text: part, place }) =>
    at ? <When key={place} at={part} as="second" /> : <span key={place}>{part}</span>,
  );
}
