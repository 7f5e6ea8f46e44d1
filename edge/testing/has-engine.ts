import { createRequire } from 'node:module'

/** What workerd is built for (its package's `install.js`). */
const PLATFORMS = ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64', 'win32 x64']

/** Whether workerd has a build for this machine. One that should be there and is not is an error of the tests, and no reason to leave them out. */
export function hasEngine (): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  const isMusl = process.platform === 'linux' && report?.header?.glibcVersionRuntime == null

  if (isMusl || !PLATFORMS.includes(`${process.platform} ${process.arch}`)) {
    return false
  }

  createRequire(import.meta.url).resolve('workerd')
  return true
}
