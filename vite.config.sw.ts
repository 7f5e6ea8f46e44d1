import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { nativeNoise } from './scripts/build/native-noise.mjs'
import { patientWebTransport } from './scripts/build/patient-webtransport.mjs'
import { rareWindowUpdates } from './scripts/build/rare-window-updates.mjs'
import { wholeWebRtcFrames } from './scripts/build/whole-webrtc-frames.mjs'
import { wholeWebSocketWrites } from './scripts/build/whole-websocket-writes.mjs'
import { withoutReference } from './scripts/build/without-reference.mjs'
import { withoutStreamedMessages } from './scripts/build/without-streamed-messages.mjs'
import { withoutUnheard } from './scripts/build/without-unheard.mjs'

const part = (name: string): string => fileURLToPath(new URL(`./scripts/build/${name}`, import.meta.url))

/** Config of the worker: classic scripts. Entry, folder and defines come from `scripts/build.mjs`. */
export default defineConfig({
  publicDir: false,
  plugins: [
    withoutReference(),
    withoutUnheard(),
    withoutStreamedMessages(),
    nativeNoise(),
    patientWebTransport(),
    rareWindowUpdates(),
    wholeWebRtcFrames(),
    wholeWebSocketWrites()
  ],
  resolve: {
    alias: {
      denque: part('plain-queue.mjs'),
      netmask: part('netmask-of-ip4.mjs'),
      'timestamp-nano': part('nano-date.mjs')
    }
  },
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
