import { defineConfig } from 'vite'
import { withoutGossipMetrics } from './scripts/build/without-gossip-metrics.mjs'
import { withoutReference } from './scripts/build/without-reference.mjs'

/** The worker: classic scripts. Entry, folder and defines come from `scripts/build.mjs`. */
export default defineConfig({
  publicDir: false,
  plugins: [withoutReference(), withoutGossipMetrics()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    emptyOutDir: false,
    sourcemap: true,
    minify: true,
    rolldownOptions: { output: { codeSplitting: false } }
  }
})
