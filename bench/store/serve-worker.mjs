import http from 'node:http'
import { build } from 'vite'

/**
 * Serves an empty page and one script, bundled for a classic worker, on a free port of this machine.
 *
 * @param {string} entry path of the script
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} the page's address; the script is at `/worker.js`
 */
export async function serveWorker (entry) {
  const outputs = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'worker', fileName: 'worker' }
    },
    define: { 'process.env.NODE_ENV': '"production"' }
  })
  const script = [outputs].flat()[0].output[0].code

  const server = http.createServer((request, response) => {
    const [type, body] = request.url === '/worker.js'
      ? ['text/javascript', script]
      : ['text/html', '<!doctype html><title>store</title>']
    response.writeHead(200, { 'content-type': type })
    response.end(body)
  })
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    }
  }
}
