import { Page } from '../../layout/page.tsx';
import { UrlTabs } from '../../layout/url-tabs.tsx';
import { BreakList } from './break-list.tsx';
import { MatchingRules } from './matching-rules.tsx';

/** What balances showed that no instruction accounts for, and the rules that say what is expected. */
export function Component() {
  return (
    <Page
      title="Breaks"
      subtitle="Movements that no instruction of Sluice accounts for. People explain and close them."
    >
      <UrlTabs
        label="Parts of the breaks"
        tabs={[
          { name: 'list', text: 'Breaks', content: <BreakList /> },
          { name: 'rules', text: 'Matching rules', content: <MatchingRules /> },
        ]}
      />
    </Page>
  );
}
