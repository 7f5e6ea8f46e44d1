import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Notes which packages go into bundles, whose licenses want to be told.
 *
 * @returns {{ plugin: import('vite').Plugin, text: (root: string) => Promise<string> }} text: what was noted, with the licenses
 */
export function licenseCollector () {
  const folders = new Set()

  return {
    plugin: {
      name: 'license-collector',

      generateBundle (_options, output) {
        for (const file of Object.values(output)) {
          for (const id of file.type === 'chunk' ? file.moduleIds : []) {
            const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, ''))?.[0]
            if (folder != null) folders.add(folder)
          }
        }
      }
    },

    async text (root) {
      const parts = await Promise.all([...folders].sort().map(async (folder) => {
        const { name, version, license = 'no license named' } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
        const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort()
        const texts = await Promise.all(files.map(async (file) => (await readFile(path.join(folder, file), 'utf8')).trim()))
        return [`${name} ${version} (${license})`, ...texts].join('\n\n')
      }))

      const { name } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
      return `${name} is under the license in LICENSE. What it has in itself of others:\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
    }
  }
}
