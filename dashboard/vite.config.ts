import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the service. */
const SERVICE = process.env['QUERYGATE_DEV_SERVICE'] ?? 'http://localhost:7460';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../server/public',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no `data:` URL and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': SERVICE, '/auth': SERVICE } },
});
