import type { ShellFile } from '../shell/shell-file.ts'

/**
 * Settings of an app for the ready-made worker, in the global `swipfs`, which must be set before the script runs.
 *
 * @example
 * ```ts
 * const settings: WorkerSettings = { version: '2', precache: ['/', '/app.js'], swarmScript: '/vendor/swarm.js' }
 * Object.assign(globalThis, { swipfs: settings })
 * ```
 */
export interface WorkerSettings {
  /**
   * Files of the app that are precached during installation and answered from the cache, with or without a network:
   * `['/', '/app.js']`. None by default. The Vite plugin lists each file with its hash. A path without a hash is
   * fetched as `PATH?v=VERSION`.
   */
  precache?: ReadonlyArray<string | ShellFile>
  /** Version of the precached files. Must change whenever one of them changes. */
  version?: string
  /** Headers of precached HTML, for hosts that send none. */
  headers?: Readonly<Record<string, string>>
  /**
   * The precached page for routes of a single-page app that the host does not answer within three seconds. None by
   * default.
   */
  navigateFallback?: string
  /** Routes (path and query) that the fallback page may answer; all by default. */
  navigateFallbackAllowlist?: readonly RegExp[]
  /** Routes (path and query) that the fallback page never answers. */
  navigateFallbackDenylist?: readonly RegExp[]
  /**
   * URL of the second part of the script, for a node that is a peer; by default `swarm.js` in the folder of the
   * worker's script.
   */
  swarmScript?: string
}

/** Checked settings, as the worker uses them. */
export interface CheckedSettings extends Omit<WorkerSettings, 'precache'> {
  precache: readonly ShellFile[]
}

/**
 * Checks the settings of the app.
 *
 * @throws TypeError with the name of an invalid setting
 */
export function workerSettings (value: unknown): CheckedSettings {
  const settings = (value ?? {}) as WorkerSettings
  const {
    precache = [],
    version,
    headers = {},
    navigateFallback,
    navigateFallbackAllowlist,
    navigateFallbackDenylist,
    swarmScript
  } = settings

  if (!Array.isArray(precache) || !precache.every(isFile)) {
    throw new TypeError('swipfs.precache must be a list of paths that begin with /')
  }

  if (version !== undefined && typeof version !== 'string') {
    throw new TypeError('swipfs.version must be a string')
  }

  if (typeof headers !== 'object' || Object.values(headers).some((header) => typeof header !== 'string')) {
    throw new TypeError('swipfs.headers must be an object of strings')
  }

  const files = precache.map((file: string | ShellFile) => typeof file === 'string' ? { url: file } : file)

  if (navigateFallback !== undefined && !files.some(({ url }) => url === navigateFallback)) {
    throw new TypeError('swipfs.navigateFallback must be a path of swipfs.precache')
  }

  for (const [name, list] of Object.entries({ navigateFallbackAllowlist, navigateFallbackDenylist })) {
    if (list !== undefined && (!Array.isArray(list) || !list.every((rule) => rule instanceof RegExp))) {
      throw new TypeError(`swipfs.${name} must be a list of regular expressions`)
    }
  }

  if (swarmScript !== undefined && typeof swarmScript !== 'string') {
    throw new TypeError('swipfs.swarmScript must be a path')
  }

  return {
    precache: files,
    version,
    headers,
    navigateFallback,
    navigateFallbackAllowlist,
    navigateFallbackDenylist,
    swarmScript
  }
}

function isFile (value: unknown): boolean {
  if (typeof value === 'string') {
    return value.startsWith('/') && !value.startsWith('//')
  }

  const { url, hash, marked } = (value ?? {}) as Partial<ShellFile>
  return typeof url === 'string' && isFile(url) && (hash === undefined || typeof hash === 'string') &&
    (marked === undefined || typeof marked === 'boolean')
}
