/** What an app says of its ready worker, in the global `swipfs` that is set before the script runs. */
export interface WorkerSettings {
  /** Paths of the app that are kept when the worker is installed, and answered from there, with or without a network: `['/', '/app.js']`. None when left out. */
  precache?: readonly string[]
  /** of what is kept: to be another one whenever a file of it is */
  version?: string
  /** put on the HTML that is kept, for hosts that send none */
  headers?: Readonly<Record<string, string>>
  /** where the second part of the script lies, for a node that is a peer; `swarm.js` beside the worker's script when left out */
  swarmScript?: string
}

/**
 * Reads the settings of the app.
 *
 * @throws TypeError when they are of no use
 */
export function workerSettings (value: unknown): WorkerSettings {
  const settings = (value ?? {}) as WorkerSettings
  const { precache = [], version, headers = {}, swarmScript } = settings

  if (!Array.isArray(precache) || precache.some((path) => typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//'))) {
    throw new TypeError('swipfs.precache must be a list of paths that begin with /')
  }

  if (version !== undefined && typeof version !== 'string') {
    throw new TypeError('swipfs.version must be a string')
  }

  if (typeof headers !== 'object' || Object.values(headers).some((header) => typeof header !== 'string')) {
    throw new TypeError('swipfs.headers must be an object of strings')
  }

  if (swarmScript !== undefined && typeof swarmScript !== 'string') {
    throw new TypeError('swipfs.swarmScript must be a path')
  }

  return { precache, version, headers, swarmScript }
}
