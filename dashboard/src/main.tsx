import '@fontsource-variable/inter/wght.css';
import '@fontsource/jetbrains-mono/400.css';
import './styles/tokens.css';
import './styles/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/use-call.ts';
import { router } from './router.tsx';
import { ConfirmIdentity } from './session/confirm-identity.tsx';
import { RefusedSignOn } from './session/refused-sign-on.tsx';
import { preloadPages } from './shell/lazy-page.ts';
import { applyTheme } from './shell/theme.ts';
import { Announcer } from './ui/announce.tsx';

applyTheme();
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(
  <StrictMode>
    {/* The content security policy forbids inline styles. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmIdentity />
        <RefusedSignOn />
        <Announcer />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);

// After the first page is there.
setTimeout(() => void preloadPages(), 10_000);
