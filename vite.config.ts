import { defaultClientConditions, defineConfig } from 'vite'

/** The mode of a deployment that shows a site and has no node: every visit starts with the bootstrap. */
const SITE = 'site'

/** Config of the page and the bootstrap. `scripts/build.mjs` runs it and adds the worker. */
export default defineConfig(({ mode }) => ({
  // Relative paths work in any folder. scripts/build.mjs makes them absolute for pages that are served at any depth.
  base: './',
  publicDir: 'public',
  // Markdown is parsed in a worker, which has no document.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  // The bundler compiles JSX; tsconfig.json sets Preact as its source.
  build: {
    emptyOutDir: true,
    sourcemap: true,
    // The policy allows no data: URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: mode === SITE ? ['bootstrap.html'] : ['index.html', 'bootstrap.html', 'home-frame.html']
    }
  }
}))
