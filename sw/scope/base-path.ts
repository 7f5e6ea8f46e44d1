let base = '/'

/** Sets the folder from which the build is served, `/` or `/repo/`. Called once, while the script runs. */
export function setBase (folder: string): void {
  base = folder
}

/** Returns the folder from which the build is served. */
export function basePath (): string {
  return base
}

/**
 * Returns a path relative to the build's folder: `/repo/ipfs/CID` becomes `/ipfs/CID`. Paths outside of the folder are
 * unchanged.
 */
export function withoutBase (path: string): string {
  return base !== '/' && path.startsWith(base) ? path.slice(base.length - 1) : path
}

/** Returns a root-relative path with the build's folder prepended. */
export function withBase (path: string): string {
  return base.slice(0, -1) + path
}
