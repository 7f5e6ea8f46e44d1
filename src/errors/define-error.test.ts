import { expect, test } from 'vitest'
import { defineError, isError, QUOTA_EXCEEDED } from './define-error.ts'

class MissingError extends defineError('MissingError') {
  constructor (readonly key: string, options?: ErrorOptions) {
    super(`no ${key}`, options)
  }
}
class SpecialError extends MissingError {}

test('an error has the declared name for any class name', () => {
  const Minified = class extends defineError('MissingError') {}
  expect(new Minified('gone').name).toBe('MissingError')
  expect(String(new MissingError('a'))).toBe('MissingError: no a')
})

test('an error keeps its message, cause, class and stack', () => {
  const cause = new Error('disk')
  const err = new MissingError('a', { cause })
  expect(err).toBeInstanceOf(Error)
  expect(err).toBeInstanceOf(MissingError)
  expect(err.cause).toBe(cause)
  expect(err.stack).toContain('define-error.test.ts')
})

test('isError narrows the type', () => {
  const err: unknown = new MissingError('a')
  expect(isError(err, MissingError) && err.key).toBe('a')
  expect(isError(new SpecialError('a'), MissingError)).toBe(true)
})

test('isError recognizes an error that lost its class', () => {
  expect(isError(structuredClone({ name: 'MissingError', message: '' }), MissingError)).toBe(true)
  expect(isError(new DOMException('', 'QuotaExceededError'), QUOTA_EXCEEDED)).toBe(true)
})

test.each([undefined, null, 'MissingError', 7, new Error('MissingError'), {}])('isError refuses %s', (value) => {
  expect(isError(value, MissingError)).toBe(false)
})
