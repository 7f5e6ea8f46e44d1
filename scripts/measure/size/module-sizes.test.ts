import { expect, test } from 'vitest'
import { moduleSizes } from './module-sizes.mjs'

test('counts the bytes of a script by module', () => {
  const map = {
    version: 3,
    sources: ['../src/a/b/c.ts', '../node_modules/@x/y/index.js'],
    names: [],
    // column 0: first source, column 4: second source; line 2, column 0: first source
    mappings: 'AAAA,ICAA;ADAA'
  }
  expect([...moduleSizes('aaaabbbbbbb\naa', JSON.stringify(map))]).toEqual([['@x/y', 7], ['src/a', 6]])
})
