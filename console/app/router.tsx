import { createBrowserRouter, Navigate } from 'react-router';
import { Lines } from '../display/loaded.tsx';
import { NotFound } from '../layout/not-found.tsx';
import { ScreenFailed } from '../layout/screen-failed.tsx';
import { FirstTenant, TenantRoot } from '../layout/tenant-root.tsx';
import { screens } from './routes.ts';

/** Until the first screen's own part of the program has arrived. */
function Arriving() {
  return <Lines count={6} />;
}

/** A function, since it reads the address of the moment. */
export function newRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    { path: '/', Component: FirstTenant, ErrorBoundary: ScreenFailed },
    {
      path: '/t/:tenant',
      Component: TenantRoot,
      HydrateFallback: Arriving,
      ErrorBoundary: ScreenFailed,
      children: [
        { index: true, element: <Navigate to="overview" replace /> },
        ...screens.map((screen) => ({ ...screen, ErrorBoundary: ScreenFailed })),
        { path: '*', Component: NotFound },
      ],
    },
    { path: '*', Component: NotFound },
  ]);
}
