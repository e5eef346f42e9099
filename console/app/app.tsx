import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { newQueryClient } from '../api/queries.ts';
import { LanguageProvider } from '../display/language.tsx';
import { Frame } from '../layout/frame.tsx';
import type { RuntimeConfiguration } from '../session/runtime-configuration.ts';
import { SessionProvider } from '../session/session.tsx';
import { userManagerOf } from '../session/sign-in-settings.ts';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { COLOR_SCHEME_KEY } from './color-scheme-key.ts';
import { newRouter } from './router.tsx';
import { theme } from './theme.ts';

const colorSchemes = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });

/**
 * Everything around the screens. No style tag comes of it: the theme's variables are a file of the build, and what would
 * write others is left out (console/app/theme.ts).
 */
export function App({ configuration }: { readonly configuration: RuntimeConfiguration }) {
  const [userManager] = useState(() => userManagerOf(configuration));
  const [queries] = useState(newQueryClient);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <SessionProvider configuration={configuration} userManager={userManager}>
        <QueryClientProvider client={queries}>
          <LanguageProvider>
            <ModalsProvider modalProps={{ lockScroll: false }}>
              <Notifications position="bottom-right" />
              <SignedInOnly waiting={<Frame says="Signing in" />}>
                <Screens />
              </SignedInOnly>
            </ModalsProvider>
          </LanguageProvider>
        </QueryClientProvider>
      </SessionProvider>
    </MantineProvider>
  );
}

/** Made once a person is signed in: before that, the address may be the issuer's answer, which is no screen's. */
function Screens() {
  const [router] = useState(newRouter);
  return <RouterProvider router={router} />;
}
