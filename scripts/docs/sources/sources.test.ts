import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { declarationText } from './declaration-text.ts'
import { docComment } from './doc-comment.ts'
import { exportNames, findDeclaration, readSource } from './source-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'swipfs-sources-'))
const file = path.join(folder, 'entry.ts')

writeFileSync(
  file,
  `
import { inner as imported } from './other.ts'
export { outer as renamed } from './other.ts'
export { imported }
/** Licence. */

/**
 * Adds a {@link Part}.
 *
 * Second paragraph.
 *
 * @param first - its name, which is
 *   long
 * @param options - more
 * @returns {@link Part} or nothing
 * @throws RangeError if it is too long
 * @example
 * \`\`\`ts
 * add('a', {
 *   deep: true // @b
 * })
 * \`\`\`
 */
export function add<T extends string> (
  first: T,
  { deep = true }: { deep?: boolean } = {},
  ...rest: T[]
): T | undefined {
  return [first, ...rest].find(() => deep)
}
/** Counts. */
export const count: (number | string) = 1
interface Hidden {
  /** of the parent */
  a: number
}
export interface Shown extends Hidden, Map<string, number> {
  b?: string
}
export class Tool extends Map<string, number> implements Hidden, Iterable<[string, number]> {
  #secret = 1
  static made = 0
  a = 1
  readonly size: number = 0
  run = (to = 1, isFast = false, name = ''): void => {}
  constructor (private readonly b: string) { super() }
  get half (): number { return this.#secret }
  set half (value: number) {}
  override clear (): void {}
  private hide (): void {}
  show<K> (key: K): key is K & string { return true }
}
export default add
`
)
writeFileSync(
  path.join(folder, 'other.ts'),
  'const outer = (): void => {}\nexport type inner = (string)\nexport { outer }\n'
)

afterAll(() => {
  rmSync(folder, { recursive: true })
})

const declarationOf = (name: string): NonNullable<ReturnType<typeof findDeclaration>> => findDeclaration(file, name)!
const textOf = (name: string): string => declarationText(declarationOf(name), name, new Set())

it('exports are found, also through imports and under other names', () => {
  expect(exportNames(readSource(file))).toEqual(['renamed', 'imported', 'add', 'count', 'Shown', 'Tool'])
  expect(textOf('imported')).toBe('type inner = (string)')
  expect(declarationOf('renamed').name).toBe('outer')
  expect(findDeclaration(file, 'missing')).toBeUndefined()
})

it('doc comments keep code and join hanging lines', () => {
  expect(docComment(declarationOf('add'))).toEqual({
    description: 'Adds a {@link Part}.\n\nSecond paragraph.',
    tags: [
      { tag: 'param', name: 'first', description: '- its name, which is\nlong' },
      { tag: 'param', name: 'options', description: '- more' },
      { tag: 'returns', name: '', description: '{@link Part} or nothing' },
      { tag: 'throws', name: '', description: 'RangeError if it is too long' },
      { tag: 'example', name: '', description: "```ts\nadd('a', {\n  deep: true // @b\n})\n```" }
    ]
  })
  expect(docComment(declarationOf('count')).description).toBe('Counts.')
  expect(docComment(declarationOf('Tool'))).toEqual({ description: '', tags: [] })
})

it('declarations have the types and no code', () => {
  expect(textOf('add')).toBe(
    'function add<T extends string> (first: T, options?: { deep?: boolean }, ...rest: T[]): T | undefined'
  )
  expect(textOf('count')).toBe('const count: (number | string)')
})

it('an interface has the members of parents without a section', () => {
  expect(textOf('Shown')).toBe(
    'interface Shown extends Map<string, number> {\n  /** of the parent */\n  a: number\n  b?: string\n}'
  )
  expect(declarationText(declarationOf('Shown'), 'Shown', new Set(['Hidden']))).toBe(
    'interface Shown extends Hidden, Map<string, number> {\n  b?: string\n}'
  )
})

it('a class has its public members', () => {
  expect(textOf('Tool')).toBe(
    `class Tool extends Map<string, number> implements Hidden, Iterable<[string, number]> {
  size: number
  run (to?: number, isFast?: boolean, name?: string): void
  constructor (b: string)
  readonly half: number
  show<K> (key: K): key is K & string
}`
  )
})
