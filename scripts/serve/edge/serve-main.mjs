import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { edgeWorker } from '../../build/edge/edge-worker.mjs'
import { ROOT } from '../../root.mjs'
import { startEngine } from './engine.mjs'
import { startProxyFront } from './proxy-front.mjs'

const MAX_PORT = 65535

const USAGE = `usage: npm run serve:edge -- [--port N] [--token T] [--psa-token T] [--config JSON] [--state DIR]

  --port N       port on 127.0.0.1; 0 picks one (8787)
  --token T      secret of the RPC (\`Authorization: Bearer T\`); without it and API.Authorizations the RPC is closed
  --psa-token T  run a pinning service at /psa, for clients with this secret
  --config JSON  settings of the node, for example {"Gateway.NoFetch": true}
  --state DIR    folder of the node's data (.cache/edge)
`

const OPTIONS = {
  port: { type: 'string', default: '8787' },
  token: { type: 'string' },
  'psa-token': { type: 'string' },
  config: { type: 'string', default: '{}' },
  state: { type: 'string', default: path.join(ROOT, '.cache', 'edge') }
}

/** Serves until a signal stops it. Prints one line of JSON with its addresses to stdout. */
export async function main () {
  if (process.argv.includes('--help')) {
    process.stdout.write(USAGE)
    return
  }

  let values

  try {
    values = readArgs(process.argv.slice(2))
  } catch (err) {
    process.stderr.write(`${err.message}\n\n${USAGE}`)
    process.exitCode = 1
    return
  }

  const { port, token, 'psa-token': pinToken, config, state } = values

  try {
    const code = await edgeWorker(ROOT)
    let started = () => {}
    const enginePort = new Promise((resolve) => {
      started = resolve
    })
    const front = await startProxyFront({ port, enginePort })
    // The node announces this URL to peers.
    const url = `http://127.0.0.1:${front.port}`
    const engine = await startEngine({
      code,
      state: path.resolve(state),
      fetches: true,
      metrics: true,
      imports: true,
      bindings: {
        CONFIG: config,
        ORIGIN: url,
        // The front ends with the node: both are in this process.
        WRITER_MS: '5000',
        ...token == null ? {} : { TOKEN: token },
        ...pinToken == null ? {} : { PIN_TOKEN: pinToken }
      }
    })
    started(Number(new URL(engine.url).port))

    // Before the ready line: its reader may stop the node at once.
    for (const signal of ['SIGINT', 'SIGTERM']) {
      // Removes the handlers of miniflare, which would end the process at once with an error.
      process.removeAllListeners(signal)
      process.once(signal, () => {
        void Promise.all([front.close(), engine.close()]).finally(() => {
          process.exit(0)
        })
      })
    }

    process.stdout.write(`${JSON.stringify({ ready: true, rpc: url, gateway: url })}\n`)
  } catch (err) {
    process.stderr.write(`${err.message}\n`)
    process.exit(1)
  }
}

function readArgs (args) {
  const values = parseArgs({ args, options: OPTIONS }).values
  const port = Number(values.port)

  if (!/^\d+$/.test(values.port) || port > MAX_PORT) {
    throw new Error(`--port must be a port from 0 to ${MAX_PORT}, and is '${values.port}'`)
  }

  try {
    JSON.parse(values.config)
  } catch (err) {
    throw new Error(`--config is no JSON: ${err.message}`)
  }

  return { ...values, port }
}
