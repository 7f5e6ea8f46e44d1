import { existsSync } from 'node:fs'
import path from 'node:path'
import { headerRules, headersFile as shellHeadersFile } from '../../scripts/build/site/shell-headers.mjs'
import { appHeaderRules } from '../../src/vite-plugin/header-rules.ts'
import { headersFile as appHeadersFile } from '../../src/vite-plugin/headers-file.ts'

/** Headers for a path, or for all paths that begin with it if it ends with `*`. */
export interface PathHeaders {
  path: string
  headers: Record<string, string>
}

/** A folder to deploy. */
export interface Site {
  /** as the user names it */
  folder: string
  /** in the order in which a host applies them */
  rules: PathHeaders[]
  /** the rules in the `_headers` format, as the build of the site writes it */
  headersFile: string
}

/** The scripts of the worker in an app that uses the library. */
const APP_SCRIPTS = ['sw.js', 'swarm.js']

/** A file that only a build of the whole app has. */
const WHOLE_APP = 'home-frame.html'

/**
 * Returns what a host needs to know about a folder: a build of the swipfs app, or an app that uses the library.
 *
 * @param base - path of the origin at which the folder is served, `/` or `/app/`
 */
export function siteOf (folder: string, base: string): Site {
  const isWholeApp = existsSync(path.join(folder, WHOLE_APP))
  const rules = isWholeApp
    ? headerRules().map(({ paths, headers }) => ({ paths: paths.map((one) => base.slice(0, -1) + one), headers }))
    : appHeaderRules(base, APP_SCRIPTS)
  return {
    folder,
    headersFile: isWholeApp ? shellHeadersFile(base) : appHeadersFile(base, APP_SCRIPTS),
    rules: rules.flatMap(({ paths, headers }) => paths.map((one) => ({ path: one, headers })))
  }
}

/** Returns the headers that a path gets from all rules. */
export function headersAt (rules: readonly PathHeaders[], path: string): Record<string, string> {
  return Object.assign({}, ...rules.filter((rule) => isMatch(rule.path, path)).map(({ headers }) => headers)) as Record<
    string,
    string
  >
}

/** Joins the rules of each path, with those of paths that contain it, for hosts that apply one rule only. */
export function joinedRules (rules: readonly PathHeaders[]): PathHeaders[] {
  return [...new Set(rules.map(({ path }) => path))].map((path) => ({ path, headers: headersAt(rules, path) }))
}

function isMatch (pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
