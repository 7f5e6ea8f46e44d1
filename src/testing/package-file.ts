import { createRequire } from 'node:module'
import path from 'node:path'

/** Returns the path of a file of a package that the package does not export, relative to the folder of its entry. */
export function packageFile (packageName: string, name: string): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve(packageName)), name)
}
