import { Fragment } from 'react';
import { partsOf, withoutRoutes } from './sentence-parts.ts';
import { When } from './when.tsx';

/** A sentence, as text: the instants in it by the clocks of the chosen zone, no route of the API, each isolated name in its own direction. */
export function Sentence({ text }: { readonly text: string }) {
  return (
    <bdi>
      {partsOf(withoutRoutes(text)).map(({ is, text: part, place }) => (
        <Fragment key={place}>
          {is === 'moment' ? (
            <When at={part} as="second" />
          ) : is === 'name' ? (
            <bdi>{part}</bdi>
          ) : (
            part
          )}
        </Fragment>
      ))}
    </bdi>
  );
}
