import { beforeEach, expect, it } from 'vitest'
import { PressGuard } from './press-guard.ts'

let guard: PressGuard

const input = (more: object = {}) => ({ isTrusted: true, preventDefault: () => {}, ...more })
const key = (name: string, more: object = {}) => ({ ...input(more), key: name, repeat: false, ...more })
const click = (detail: number, more: object = {}) => ({ ...input(more), detail })

beforeEach(() => {
  guard = new PressGuard()
})

it('accepts a press of a pointer that begins after it is armed', () => {
  guard.pointerDown(input())
  guard.arm()
  expect(guard.click(click(1))).toBe(false)
  guard.pointerDown(input())
  expect(guard.click(click(1))).toBe(true)
  // One press is one click.
  expect(guard.click(click(1))).toBe(false)
})

it('forgets a press when it is disarmed', () => {
  guard.arm()
  guard.pointerDown(input())
  guard.disarm()
  guard.arm()
  expect(guard.click(click(1))).toBe(false)
})

it.each(['Enter', ' '])('accepts a key (%s) that is pressed once and released', (name) => {
  guard.arm()
  guard.keyDown(key(name))
  expect(guard.keyUp(key(name))).toBe(true)
  expect(guard.keyUp(key(name))).toBe(false)
})

it('accepts no key that is held down, was down before, or presses no button', () => {
  guard.arm()
  guard.keyDown(key('Enter'))
  guard.keyDown(key('Enter', { repeat: true }))
  expect(guard.keyUp(key('Enter'))).toBe(false)
  // Some systems report repetitions as presses.
  guard.keyDown(key('Enter'))
  guard.keyDown(key('Enter'))
  expect(guard.keyUp(key('Enter'))).toBe(false)
  guard.keyDown(key('Enter', { repeat: true }))
  expect(guard.keyUp(key('Enter'))).toBe(false)
  expect(guard.keyUp(key('Enter'))).toBe(false)
  guard.keyDown(key('a'))
  expect(guard.keyUp(key('a'))).toBe(false)
  guard.disarm()
  guard.keyDown(key('Enter'))
  guard.arm()
  expect(guard.keyUp(key('Enter'))).toBe(false)
})

it('accepts the click of assistive technology, and none of a script or of a held key', () => {
  expect(guard.click(click(0))).toBe(false)
  guard.arm()
  expect(guard.click(click(0))).toBe(true)
  expect(guard.click(click(0, { isTrusted: false }))).toBe(false)
  guard.pointerDown(input({ isTrusted: false }))
  expect(guard.click(click(1))).toBe(false)
  guard.keyDown(key('Enter'))
  expect(guard.click(click(0))).toBe(false)
})
