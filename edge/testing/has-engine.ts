import { createRequire } from 'node:module'

/** Platforms for which workerd has a build (its package's `install.js`). */
const PLATFORMS = ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64', 'win32 x64']

/**
 * Returns whether workerd has a build for this machine. A build that should exist and is missing is a test failure, not
 * a reason to skip.
 */
export function hasEngine (): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  const isMusl = process.platform === 'linux' && report?.header?.glibcVersionRuntime == null

  if (isMusl || !PLATFORMS.includes(`${process.platform} ${process.arch}`)) {
    return false
  }

  createRequire(import.meta.url).resolve('workerd')
  return true
}
