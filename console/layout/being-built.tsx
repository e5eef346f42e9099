import { Empty } from '../display/empty.tsx';
import { Page } from './page.tsx';

/** In the place of a screen until it is there. */
export function BeingBuilt({ title }: { readonly title: string }) {
  return (
    <Page title={title}>
      <Empty title="This screen is being built" />
    </Page>
  );
}
