// Serves the node of the edge from workerd on this machine. Installs missing dependencies first.
import { fileURLToPath } from 'node:url'
import { ensureInstall } from './install/ensure-install.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
await ensureInstall(ROOT, {
  log: (line) => {
    process.stderr.write(`${line}\n`)
  }
})
await (await import('./edge/serve-main.mjs')).main()
