import { defineConfig } from 'vite'
import { withoutReference } from './scripts/build/worker/without-reference.mjs'

/** Config of the worker: classic scripts. Entry, folder and defines come from `scripts/build/build.mjs`. */
export default defineConfig({
  publicDir: false,
  plugins: [withoutReference()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    emptyOutDir: false,
    sourcemap: true,
    minify: true,
    // Drops unused property reads: no bundled getter or global has side effects.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: { codeSplitting: false }
    }
  }
})
