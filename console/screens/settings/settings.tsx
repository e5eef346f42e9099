import { Anchor } from '@mantine/core';
import { Page } from '../../layout/page.tsx';
import { UrlTabs } from '../../layout/url-tabs.tsx';
import { ControlsTab } from './controls-tab.tsx';
import { Halts } from './halts.tsx';
import { Roles } from './roles.tsx';
import classes from './settings.module.css';
import { Webhooks } from './webhooks.tsx';

/** What applies to everything: the mode and the limits, the halts, who may do what, and who is told of it. */
export function Component() {
  return (
    <Page title="Settings" subtitle="What applies to the whole treasury.">
      <UrlTabs
        label="Parts of the settings"
        tabs={[
          { name: 'controls', text: 'Mode and limits', content: <ControlsTab /> },
          { name: 'halts', text: 'Halt and resume', content: <Halts /> },
          { name: 'roles', text: 'Who may do what', content: <Roles /> },
          { name: 'webhooks', text: 'Webhooks', content: <Webhooks /> },
        ]}
      />
      <Anchor className={classes.licences ?? ''} href="/NOTICES.txt" target="_blank">
        Licences of the software in this console
      </Anchor>
    </Page>
  );
}
