// `npm run serve:node`: `swipfs serve` from the source tree; see cli. Installs missing dependencies first.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'

await ensureInstall(ROOT, {
  log: (line) => {
    process.stderr.write(`${line}\n`)
  }
})

const entry = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const child = spawn(process.execPath, ['--import', 'tsx', entry, 'serve', ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: ROOT
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => child.kill(signal))
}

child.on('exit', (code, signal) => {
  process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1))
})
