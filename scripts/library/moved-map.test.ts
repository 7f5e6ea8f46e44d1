import { expect, it } from 'vitest'
import { movedMap } from './moved-map.mjs'

it('makes the source paths relative to the new folder', () => {
  const map = JSON.stringify({
    version: 3,
    mappings: 'AAAA',
    sources: ['../../src/a.ts', '../../node_modules/b/c.js', '\0runtime']
  })
  expect(JSON.parse(movedMap(map, '/p/.cache/work', '/p/lib/sw'))).toEqual({
    version: 3,
    mappings: 'AAAA',
    sources: ['../../src/a.ts', '../../node_modules/b/c.js', '\0runtime']
  })
  expect(JSON.parse(movedMap(map, '/p/.cache/work', '/p/lib'))).toMatchObject({
    sources: ['../src/a.ts', '../node_modules/b/c.js', '\0runtime']
  })
})
