import { describe, expect, it } from 'vitest'
import { carProblem } from './car-problem.ts'
import { isCar } from './picked.ts'

describe('a CAR', () => {
  const picked = { kind: 'file' as const, entries: [], totalBytes: 1 }

  it('is recognized by its name', () => {
    expect(['a.car', 'A.CAR', 'a.b.car'].every((name) => isCar({ ...picked, name }))).toBe(true)
    expect(['car', 'a.car.zip', 'car.txt'].some((name) => isCar({ ...picked, name }))).toBe(false)
    expect(isCar({ ...picked, kind: 'folder', name: 'a.car' })).toBe(false)
  })

  it.each([
    ['unexpected EOF', 'isn’t a CAR'],
    ['invalid car version: 3', 'isn’t a CAR'],
    ['import failed after block "bafy": unexpected EOF', 'incomplete'],
    ['import failed at block "bafy": mismatch in content integrity', 'damaged'],
    ['there are no blocks in the file', 'empty'],
    ['QuotaExceededError: the disk is full: not enough space', 'not enough space']
  ])('has a plain message for a failed import: %s', (message, words) => {
    expect(carProblem(Object.assign(new Error(message), { name: 'RpcError' })).what).toContain(words)
  })

  it('has the general message for other errors of its import', () => {
    expect(carProblem(Object.assign(new Error('x'), { name: 'AnswerCutError' })).what).toContain(
      'stopped before'
    )
  })
})
