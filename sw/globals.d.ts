/** Written into sw.js by scripts/build/build.mjs. */

/** Release and content hash, such as `0.1.0-3f8a90b1c2d4`; it differs for every change of page or worker. */
declare const __SWIPFS_VERSION__: string

/** The files of the app shell for offline use (`ShellFile`), `/` first. */
declare const __SWIPFS_SHELL__: ReadonlyArray<{ url: string; hash?: string; marked?: boolean }>

/** Headers of the shell's HTML, for hosts that send none. */
declare const __SWIPFS_SHELL_HEADERS__: Readonly<Record<string, string>>

/** The script that a site's worker inserts into its pages: src/site-link/main.ts. */
declare const __SWIPFS_LINK_SCRIPT__: string

/** The parts of the worker's script, bundled by scripts/build/worker/worker-parts.js. */
declare const swipfsParts: {
  /** Returns whether the script of a part has been loaded. */
  has: (name: string) => boolean
  /** Loads a script with parts, without evaluating them. */
  load: (script: string) => void
  /** Loads deferred.js, if the deferred parts are not in sw.js. It must be loaded in the install event. */
  loadDeferred: () => void
  /** Evaluates a part, or returns its exports if it was evaluated before. */
  require: (name: string) => unknown
}

/** Configuration of a site without a node (`npm run build -- --site`), a `DnslinkSite`; null in all other builds. */
declare const __SWIPFS_SITE__: object | null
