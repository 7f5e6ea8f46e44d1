let base = '/'

/** Sets the folder that the build is served from, `/` or `/repo/`. Called once, while the script runs. */
export function setBase (folder: string): void {
  base = folder
}

/** Returns the folder that the build is served from. */
export function basePath (): string {
  return base
}

/** Returns a path as if the build lay at the root: `/repo/ipfs/CID` is `/ipfs/CID`. Paths outside of the folder stay as they are. */
export function withoutBase (path: string): string {
  return base !== '/' && path.startsWith(base) ? path.slice(base.length - 1) : path
}

/** Returns a path of the root as a path in the folder. */
export function withBase (path: string): string {
  return base.slice(0, -1) + path
}
