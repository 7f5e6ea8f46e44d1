import { expect, it } from 'vitest'
import { receivePhase } from './receive-phase.ts'
import type { ReceiveFacts } from './receive-phase.ts'

const FRESH: ReceiveFacts = {
  isValid: true,
  isOnline: true,
  isOff: false,
  isMet: false,
  hasTried: false,
  isMoving: false,
  isFetching: true,
  isWhole: false
}

it.each<[Partial<ReceiveFacts>, ReturnType<typeof receivePhase>]>([
  [{}, 'connecting'],
  [{ isValid: false, isOnline: false }, 'broken'],
  [{ hasTried: true }, 'waiting'],
  [{ hasTried: true, isOnline: false }, 'offline'],
  [{ hasTried: true, isOff: true }, 'off'],
  [{ hasTried: true, isMoving: true }, 'receiving'],
  [{ hasTried: true, isMet: true }, 'receiving'],
  [{ hasTried: true, isMet: true, isFetching: false }, 'offered'],
  [{ isWhole: true, isOnline: false }, 'whole']
])('%j is %s', (facts, phase) => {
  expect(receivePhase({ ...FRESH, ...facts })).toBe(phase)
})
