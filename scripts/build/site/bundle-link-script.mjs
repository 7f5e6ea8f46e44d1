import path from 'node:path'
import { build as bundle } from 'vite'

/**
 * Bundles the script that a site's worker embeds: the origin of a site has no files except its content.
 *
 * @param {{ root: string, logLevel: 'info' | 'warn' }} options root: the project's folder
 * @returns {Promise<string>} its text
 */
export async function bundleLinkScript ({ root, logLevel }) {
  const [{ output }] = await bundle({
    root,
    configFile: path.join(root, 'vite.config.sw.ts'),
    logLevel,
    build: {
      write: false,
      sourcemap: false,
      lib: { entry: path.join(root, 'src', 'site-link', 'main.ts'), formats: ['iife'], name: 'swipfsLink' }
    }
  })
  return output[0].code
}
