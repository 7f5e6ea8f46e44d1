import { defaultClientConditions, defineConfig } from 'vite'

/** A deployment that shows a site and is no node: every visit begins with the bootstrap. */
const SITE = 'site'

/** The page and the bootstrap. `scripts/build.mjs` runs it and adds the worker. */
export default defineConfig(({ mode }) => ({
  // pages find their files wherever the folder lies; scripts/build.mjs makes the paths of those absolute that are served at any depth
  base: './',
  publicDir: 'public',
  // what parses Markdown does so in a worker, where there is no document
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  // JSX is compiled by the bundler; tsconfig.json names Preact as its source
  build: {
    emptyOutDir: true,
    sourcemap: true,
    // the policy allows no data: URLs and no inline scripts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false }, input: mode === SITE ? ['bootstrap.html'] : ['index.html', 'bootstrap.html', 'home-frame.html'] }
  }
}))
