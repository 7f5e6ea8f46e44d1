import { describe, expect, it } from 'vitest'
import { isWithin, joinPath, nameProblem, parentOf, pathParts } from './mfs-path.ts'

describe('an MFS path', () => {
  it('is joined and split', () => {
    expect([joinPath('/', 'a'), joinPath('/a', 'b c')]).toEqual(['/a', '/a/b c'])
    expect(['/a/b', '/a', '/'].map(parentOf)).toEqual(['/a', '/', '/'])
    expect(pathParts('/a/b c/')).toEqual(['a', 'b c'])
    expect([isWithin('/a/b', '/a'), isWithin('/a', '/a'), isWithin('/ab', '/a'), isWithin('/x', '/')]).toEqual([
      true,
      true,
      false,
      true
    ])
  })

  it.each(['', '.', '..', 'a/b'])('rejects a part %j', (name) => {
    expect(nameProblem(name)).toBeTypeOf('string')
  })
  it.each(['a', '...', ' ', 'ü?#%'])('accepts a part %j', (name) => {
    expect(nameProblem(name)).toBeUndefined()
  })
})
