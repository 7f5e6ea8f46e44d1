import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiExports, apiPage, ENTRIES } from './api.ts'

const { exports: published } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  exports: Record<string, unknown>
}
const exports = apiExports()
const page = readFileSync(new URL('../../docs/reference/api.md', import.meta.url), 'utf8')

it('docs/reference/api.md matches the output of `npm run docs`', () => {
  expect(page).toBe(apiPage(exports))
})

it('docs/reference/api.md lists every import path of the package', () => {
  const paths = Object.keys(published).filter((name) => !name.endsWith('.json')).map((name) =>
    name.replace(/^\./, 'swipfs')
  )
  expect(paths.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  expect(Object.keys(ENTRIES).filter((name) => !paths.includes(name))).toEqual([])
})

it('docs/reference/api.md shows members that are inherited from types without a section', () => {
  const init = exports.find(({ name }) => name === 'NodeInit')?.declaration
  expect(init).toMatch(/^interface NodeInit \{\n/)
  expect(init).toContain('\n  openBlockstore: ')
  expect(init).toContain('\n  onShutdown?: ')
  expect(exports.find(({ name }) => name === 'RepairsAnswer')?.declaration).toContain(' extends RepairReport {')
})

it.each(exports.map((item) => [`${item.entry}: ${item.name}`, item] as const))(
  '%s has a description and an example',
  (_, { kind, description, example, usedBy }) => {
    if (kind === 'type') {
      expect(example ?? usedBy).not.toEqual([])
    } else {
      expect(description).not.toBe('')
      expect(example ?? '').not.toBe('')
    }
  }
)
