import { expect, it } from 'vitest'
import { mutants } from './mutants.mjs'

/** Returns the changed sources. */
const changed = (source: string): string[] =>
  mutants('a.ts', source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

it('changes operators, conditions, numbers and booleans, one at a time', () => {
  expect(changed('if (a < 1) b = true')).toEqual([
    'if (!(a < 1)) b = true',
    'if (a <= 1) b = true',
    'if (a < 2) b = true',
    'if (a < 1) ;',
    'if (a < 1) b = false'
  ])
})

it('removes statements that have an effect', () => {
  expect(changed('await this.close()')).toEqual([';'])
  expect(changed('this.#x ??= y')).toEqual([';'])
})

it('leaves types, imports, joined strings, messages of errors and logging alone', () => {
  expect(changed("import { a } from './1.ts'\ntype A = 1\nlet b: 2 | true")).toEqual([])
  expect(changed("c = 'a' + b")).toEqual([';'])
  expect(changed('throw new RangeError(`${1} of ${a + b}`)')).toEqual([])
  expect(changed("this.#log.debug('x')")).toEqual([])
})

it('names the line', () => {
  expect(mutants('a.ts', '\n\nf()')).toMatchObject([{ line: 3, what: 'removed: f()' }])
})
