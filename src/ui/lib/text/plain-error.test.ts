import { describe, expect, it } from 'vitest'
import { isAbort, plainError } from './plain-error.ts'

describe('plainError', () => {
  it.each([
    [Object.assign(new Error('x'), { name: 'AnswerCutError' }), /stopped/],
    [Object.assign(new Error('x'), { name: 'WorkersUnavailableError', reason: 'insecure-context' }), /can’t run/],
    [new Error('QuotaExceededError: full'), /not enough space/],
    [new Error('ipld: could not find bafy'), /are not on this device/],
    [new Error('invalid path "/ipfs/no": invalid cid: selected encoding not supported'), /valid IPFS address/],
    [new Error("key with name 'a' already exists"), /already taken/],
    [new Error('something new'), /went wrong/]
  ])('returns a plain message for %s', (err, words) => {
    expect(plainError(err).what).toMatch(words)
  })

  it('keeps the original message of unknown errors', () => {
    expect(plainError(new Error('something new')).detail).toBe('something new')
  })

  it('recognizes an abort', () => {
    expect([isAbort(new DOMException('', 'AbortError')), isAbort(new Error('no')), isAbort(undefined)]).toEqual([
      true,
      false,
      false
    ])
  })
})
