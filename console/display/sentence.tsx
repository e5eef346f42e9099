import { Fragment } from 'react';
import { partsOf } from './sentence-parts.ts';
import { When } from './when.tsx';

/** A sentence of the API, as text; the instants in it by the clocks of the chosen zone. */
export function Sentence({ text }: { readonly text: string }) {
  return (
    <bdi>
      {partsOf(text).map(({ at, text: part, place }) => (
        <Fragment key={place}>{at ? <When at={part} as="second" /> : part}</Fragment>
      ))}
    </bdi>
  );
}
