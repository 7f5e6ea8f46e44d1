import { expect, it } from 'vitest'
import { extensionOf } from './file-type.ts'

it.each([['a.zip', 'ZIP'], ['a.tar.gz', 'GZ'], ['.bashrc', undefined], ['Makefile', undefined], ['a.', undefined], [
  'a. b',
  undefined
]])(
  'the extension of %s is %s',
  (name, extension) => {
    expect(extensionOf(name)).toBe(extension)
  }
)
