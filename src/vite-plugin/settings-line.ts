/** A file to precache: see `ShellFile` of the worker. */
export interface KeptFile {
  name: string
  url: string
  hash: string
  marked?: boolean
}

export interface WorkerLine {
  kept: readonly KeptFile[]
  version: string
  /** whether the site may be served from any folder, which only the worker knows */
  isRelative: boolean
  /** the precached page that serves routes of a single-page app */
  fallback: string | undefined
  allowlist?: readonly RegExp[]
  denylist?: readonly RegExp[]
}

/** Returns the line of code before the worker, with its list of files to precache. */
export function settingsLine ({ kept, version, isRelative, fallback, allowlist, denylist }: WorkerLine): string {
  const files = JSON.stringify(
    kept.map(({ name: _, url, ...file }) => ({ url: isRelative ? `.${url}` : url, ...file }))
  )
  const resolve = (url: string): string => `new URL(${url}, location.href).pathname`
  const fallbackCode = (url: string): string => isRelative ? resolve(JSON.stringify(`.${url}`)) : JSON.stringify(url)

  const settings = {
    precache: isRelative ? `${files}.map((file) => ({ ...file, url: ${resolve('file.url')} }))` : files,
    version: JSON.stringify(version),
    navigateFallback: fallback == null ? undefined : fallbackCode(fallback),
    navigateFallbackAllowlist: fallback == null ? undefined : regExps(allowlist),
    navigateFallbackDenylist: fallback == null ? undefined : regExps(denylist)
  }

  return `self.swipfs = {${
    Object.entries(settings).filter(([, value]) => value != null).map(([key, value]) => `"${key}":${value}`).join(',')
  }}\n`
}

function regExps (list: readonly RegExp[] | undefined): string | undefined {
  return list == null ? undefined : `[${list.join(',')}]`
}
