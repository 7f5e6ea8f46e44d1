import { parseArgs } from 'node:util'
import type { Json } from '../node/config/config.ts'
import { startNode } from './start.ts'

const { values } = parseArgs({
  options: {
    'rpc-port': { type: 'string', default: '5001' },
    'gateway-port': { type: 'string', default: '8080' },
    offline: { type: 'boolean', default: false },
    config: { type: 'string', default: '{}' }
  }
})

try {
  const started = await startNode({
    rpcPort: Number(values['rpc-port']),
    gatewayPort: Number(values['gateway-port']),
    offline: values.offline,
    config: JSON.parse(values.config) as Record<string, Json>
  })

  process.stdout.write(`${JSON.stringify({ ready: true, rpc: `http://127.0.0.1:${started.rpcPort}`, gateway: `http://127.0.0.1:${started.gatewayPort}` })}\n`)

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => { void started.close().then(() => { process.exit(0) }) })
  }
} catch (err) {
  process.stderr.write(`${(err as Error).message}\n`)
  process.exit(1)
}
