import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { withoutReference } from './without-reference.mjs'

function built (code: string, id = '/src/commands/x.ts'): string | undefined {
  const plugin = withoutReference() as unknown as {
    transform: (this: object, code: string, id: string) => { code: string } | undefined
  }
  return plugin.transform.call({ parse: (text: string) => parseSync('x.js', text).program }, code, id)?.code.replaceAll(
    / +/g,
    ' '
  )
}

it('removes the reference texts of a command', () => {
  expect(
    built(
      "export const x = command({ help: { tagline: 'a', description: 'long' }, errors: [{ ask: '' }], " +
        'differs: `b`, options: { description: 1 } })'
    )
  )
    .toBe(
      'export const x = command({ help: { tagline: `` , ...null }, ...null , ...null , options: { description: 1 } })'
    )
})

it('removes the descriptions of groups, options and arguments', () => {
  expect(built("export const x = group('A', { b }, { status: 'deprecated', options: { c } })")).toBe(
    'export const x = group(`` , { b }, { ...null , options: { c } })'
  )
  expect(built("export const x = option.int('a', 'A.', { default: 1, experimental: true })")).toBe(
    "export const x = option.int('a', `` , { default: 1, ...null })"
  )
  expect(built("export const x = argument.string('path', 'A path.', { variadic: true })")).toBe(
    "export const x = argument.string('path', `` , { variadic: true })"
  )
  expect(built("export const x = option.string('path', 'A path.')")).toBe("export const x = option.string('path', `` )")
  expect(built("export const x = option.string('path', text)")).toBeUndefined()
})

it('removes the code of commands that are 404 over HTTP', () => {
  expect(
    built(
      'export const x = command({ noRemote: true, options: { y }, run: async () => 1, text () { return value } })'
    )
  )
    .toBe('export const x = command({ noRemote: true, options: { y }, ...null , ...null })')
  expect(built('export const x = command({ noRemote: false, run: async () => 1 })')).toBeUndefined()
})

it('leaves all other code unchanged', () => {
  expect(built("export const x = other({ help: { description: 'long' }, errors: [] })")).toBeUndefined()
  expect(built('export const x = command({ errors: [] })', '/src/config/x.ts')).toBeUndefined()
})
