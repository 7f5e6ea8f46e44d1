import { defineConfig } from 'vite'

/** The page and the bootstrap. `scripts/build.mjs` runs it and adds the worker. */
export default defineConfig({
  base: '/',
  publicDir: 'public',
  // JSX is compiled by the bundler; tsconfig.json names Preact as its source
  build: {
    emptyOutDir: true,
    sourcemap: true,
    // the policy allows no data: URLs and no inline scripts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'bootstrap.html', 'home-frame.html'] }
  }
})
