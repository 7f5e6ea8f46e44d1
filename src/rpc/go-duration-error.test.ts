import { expect, it } from 'vitest'
import { goDurationError } from './go-duration-error.ts'

it('says what is wrong with a duration as Go does', () => {
  const wrong: Array<[string, string]> = [
    ['', 'time: invalid duration ""'],
    ['bad', 'time: invalid duration "bad"'],
    ['-', 'time: invalid duration "-"'],
    ['+-1s', 'time: invalid duration "+-1s"'],
    ['.', 'time: invalid duration "."'],
    ['.s', 'time: invalid duration ".s"'],
    ['5', 'time: missing unit in duration "5"'],
    ['1s2', 'time: missing unit in duration "1s2"'],
    ['1.5.5s', 'time: missing unit in duration "1.5.5s"'],
    ['3d', 'time: unknown unit "d" in duration "3d"'],
    ['-3 s', 'time: unknown unit " s" in duration "-3 s"'],
    ['9999999999h', 'time: invalid duration "9999999999h"']
  ]

  for (const [text, message] of wrong) {
    expect(goDurationError(text)).toBe(message)
  }
})
