export const DEFAULT_PORT = 4173

export const USAGE = `Usage: npm start -- [--port N]

  --port N   port to serve on (default ${DEFAULT_PORT}, or the environment's PORT; 0 picks a free one)
  --help     this text`

/**
 * Reads what the person typed after `npm start --`.
 *
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env `PORT` counts when no --port is given
 * @returns {{ help: true } | { port: number } | { problem: string }}
 */
export function parseStartArgs (args, env) {
  let port = env.PORT === undefined || env.PORT === '' ? String(DEFAULT_PORT) : env.PORT
  let from = 'PORT'

  for (let i = 0; i < args.length; i++) {
    const [name, inline] = args[i].split(/=(.*)/s)
    if (name === '--help' || name === '-h') {
      return { help: true }
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
  return { port: Number(port) }
}
