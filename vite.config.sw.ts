import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { withoutReference } from './scripts/build/without-reference.mjs'
import { withoutStreamedMessages } from './scripts/build/without-streamed-messages.mjs'
import { withoutUnheard } from './scripts/build/without-unheard.mjs'

/** The worker: classic scripts. Entry, folder and defines come from `scripts/build.mjs`. */
export default defineConfig({
  publicDir: false,
  plugins: [withoutReference(), withoutUnheard(), withoutStreamedMessages()],
  resolve: { alias: { netmask: fileURLToPath(new URL('./scripts/build/netmask-of-ip4.mjs', import.meta.url)) } },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    emptyOutDir: false,
    sourcemap: true,
    minify: true,
    rolldownOptions: { output: { codeSplitting: false } }
  }
})
