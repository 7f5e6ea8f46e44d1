import { defaultClientConditions, defineConfig } from 'vite'

/** The pages of each mode. With chunks in common, the app would load more and smaller files. */
const PAGES: Readonly<Record<string, string[]>> = {
  production: ['index.html'],
  connect: ['bootstrap.html', 'home-frame.html'],
  // The window that other sites open.
  bridge: ['bridge.html'],
  // A deployment that shows a site and has no node: every visit starts with the bootstrap.
  site: ['bootstrap.html']
}

/** Scripts of the first view, frame and content. One script compresses better than many small ones. */
const APP_SCRIPTS = [
  { name: 'index', tags: ['$initial' as const], priority: 1 },
  { name: 'workspace', test: /src\/ui\/workspace\.tsx$/ }
]

/** Config of the page and the bootstrap. `scripts/build/build.mjs` runs it and adds the worker. */
export default defineConfig(({ mode }) => ({
  // Relative paths work in any folder. scripts/build/build.mjs makes them absolute for pages served at any depth.
  base: './',
  publicDir: 'public',
  // Markdown is parsed in a worker, which has no document.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  // The bundler compiles JSX; tsconfig.json sets Preact as its source.
  build: {
    emptyOutDir: mode === 'production' || mode === 'site',
    copyPublicDir: mode === 'production' || mode === 'site',
    sourcemap: true,
    // The policy allows no data: URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: PAGES[mode],
      output: mode === 'production' ? { codeSplitting: { groups: APP_SCRIPTS } } : {}
    }
  }
}))
