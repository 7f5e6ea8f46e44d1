import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const spdxLicenses = createRequire(import.meta.url)('spdx-license-list/full')

/** The file next to the bundles with the licences of all bundled packages. */
export const LICENSES_FILE = 'LICENSES.txt'

/** First line of every bundle that may contain code of other packages. The `!` keeps it through minifiers. */
export const LICENSES_BANNER = `/*! Licences of the bundled packages: ${LICENSES_FILE} */`

const LICENSE_FILE = /^(licen[cs]e|copying)/i
const NOTICE_FILE = /^notice/i
const COPYRIGHT_LINE = /^[\s/*#-]*(copyright\s+(?:\(c\)|©|\d{4}|[A-Z]).*)$/gim
const OPERATORS = ['AND', 'OR', 'WITH']
const RULE = `\n\n${'-'.repeat(80)}\n\n`

/**
 * Collects the packages whose modules go into bundles.
 *
 * @returns {{ plugin: import('vite').Plugin, text: (root: string) => Promise<string> }} plugin: to be given to each
 *   bundle; text: the licences of the packages that were seen, rejected if one of them has none
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

            if (folder != null) {
              folders.add(folder)
            }
          }
        }
      }
    },

    async text (root) {
      const { name } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
      const own = (await readFile(path.join(root, 'LICENSE'), 'utf8')).trim()
      return `${name}\n\n${own}${RULE}${await licenseTexts([...folders])}`
    }
  }
}

/**
 * Returns the licences of packages: first each package with its copyright lines and notices, then one copy of each
 * licence text.
 *
 * @param {string[]} folders - of the installed packages
 * @throws {Error} naming the packages whose licence is neither in the package nor on the SPDX list
 */
export async function licenseTexts (folders) {
  const packages = await Promise.all(folders.sort().map(readPackage))
  const unknown = packages.filter(({ ids, ownText }) => ids.length === 0 && ownText === '').map(({ title }) => title)

  if (unknown.length > 0) {
    throw new Error(`no licence is known of ${unknown.join(', ')}: bundle no package without one`)
  }

  const ids = [...new Set(packages.flatMap((found) => found.ids))].sort()
  const texts = ids.map((id) => `${spdxLicenses[id].name} (${id})\n\n${spdxLicenses[id].licenseText.trim()}`)
  return `${[...packages.map(describePackage), ...texts].join(RULE)}\n`
}

function describePackage ({ title, license, copyright, notices, ids, ownText }) {
  const text = ids.length === 0 ? ownText : `Licence: ${license}. The text is below.`
  return [title, copyright.join('\n'), ...notices, text].filter((part) => part !== '').join('\n\n')
}

async function readPackage (folder) {
  const { name, version, license = '', author } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const files = (await readdir(folder, { withFileTypes: true })).filter((file) => file.isFile()).map((file) =>
    file.name
  ).sort()
  const read = async (pattern) =>
    await Promise.all(
      files
        .filter((file) => pattern.test(file))
        .map(async (file) => (await readFile(path.join(folder, file), 'utf8')).trim())
    )
  const [own, notices] = await Promise.all([read(LICENSE_FILE), read(NOTICE_FILE)])
  const ownText = own.join('\n\n')
  const named = String(license.type ?? license).split(/[\s()]+/).filter((word) =>
    word !== '' && !OPERATORS.includes(word)
  )
  // Only the package's own file describes the exception of a "WITH", or a custom licence.
  const ids = named.every((id) => spdxLicenses[id] != null) ? named : []
  const lines = [...new Set([...ownText.matchAll(COPYRIGHT_LINE)].map(([, line]) => line.trim()).filter(isFilledIn))]
  const holder = typeof author === 'string' ? author : author?.name

  return {
    title: `${name} ${version}`,
    license: String(license.type ?? license),
    copyright: lines.length > 0 ? lines : [`Copyright (c) ${holder ?? `the contributors of ${name}`}`],
    notices,
    ids,
    ownText
  }
}

/**
 * Returns whether a copyright line names a holder. Licence texts have lines with placeholders, and rules about
 * copyright lines.
 */
function isFilledIn (line) {
  return !/[[<{]|copyright (?:owner|notice|license|holder|law|statement)/i.test(line) && /\d{4}|\(c\)|©/i.test(line)
}
