// Serves the node of the edge from workerd on this machine. Installs missing dependencies first.
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'

await ensureInstall(ROOT, {
  log: (line) => {
    process.stderr.write(`${line}\n`)
  }
})
await (await import('./edge/serve-main.mjs')).main()
