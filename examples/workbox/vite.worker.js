// The worker is one classic script: Firefox runs no others as service workers.
export default {
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    emptyOutDir: false,
    lib: { entry: 'service-worker.js', formats: ['iife'], name: 'worker', fileName: () => 'service-worker.js' }
  }
}
