export const DEFAULT_PORT = 4173

export const USAGE = `Usage: npm start -- [--port N] [--relay [URL]]

  --port N       port to serve on (default ${DEFAULT_PORT}, or PORT of the environment; 0 picks a free one)
  --relay        start a relay too, through which browsers on this machine and its network find each other
  --relay URL    use a running relay, for example http://192.0.2.7:4003 (printed by npm run relay)
  --help         print this text`

/**
 * Parses the arguments after `npm start --`.
 *
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env `PORT` is used if --port is missing
 * @returns {{ help: true } | { port: number, relay?: string } | { problem: string }} relay: URL of a relay, empty to
 *   start a local one
 */
export function parseStartArgs (args, env) {
  let port = env.PORT === undefined || env.PORT === '' ? String(DEFAULT_PORT) : env.PORT
  let from = 'PORT'
  let relay

  for (let i = 0; i < args.length; i++) {
    const [name, inline] = args[i].split(/=(.*)/s)
    if (name === '--help' || name === '-h') {
      return { help: true }
    }
    if (name === '--relay') {
      relay = inline ?? (args[i + 1]?.startsWith('-') === false ? args[++i] : '')
      if (relay !== '' && !/^https?:$/.test(protocolOf(relay))) {
        return { problem: `--relay takes the http address of a relay, and is "${relay}".` }
      }
      continue
    }
    if (name !== '--port' && name !== '-p') {
      return { problem: `Unknown argument "${args[i]}".\n\n${USAGE}` }
    }
    port = inline ?? args[++i] ?? ''
    from = '--port'
  }

  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    return { problem: `${from} must be a number from 0 to 65535, not "${port}".` }
  }
  return { port: Number(port), ...relay == null ? {} : { relay } }
}

function protocolOf (url) {
  try {
    return new URL(url).protocol
  } catch {
    return ''
  }
}
