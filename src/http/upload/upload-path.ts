import { cleanPath } from '../../go/url/clean-path.ts'

/**
 * A path, or what a symlink points to: no system has longer ones, and each is held while a directory is made. Kubo
 * takes 10 MiB.
 */
export const MAX_PATH_BYTES = 64 * 1024

/** The place of a file within an upload: a path can not leave its root. @throws an Error for one that is too long */
export function uploadPath (path: string): string {
  if (path.length > MAX_PATH_BYTES) {
    throw new Error(`a path of the upload is over ${MAX_PATH_BYTES} bytes`)
  }

  return cleanPath(`/${path}`).slice(1)
}
