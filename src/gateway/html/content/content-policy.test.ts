import { expect, test } from 'vitest'
import { allowNeeded, allowsOwnFrames, hasCompleteHead, metaPolicies } from './content-policy.ts'

const ORIGIN = 'http://bafy.ipfs.node.localhost:4173'
const NEEDED = { script: `${ORIGIN}/l.js`, frame: `${ORIGIN}/l.html`, nonce: 'N' }

test('metaPolicies finds the policies of meta elements', () => {
  expect(
    metaPolicies(
      `<!doctype html><meta charset=utf-8><META HTTP-EQUIV='Content-Security-Policy' content="default-src ` +
        `'self'"><meta content="frame-src &#39;none&#39;" http-equiv=content-security-policy /><meta name=x ` +
        'content=">"><meta http-equiv=refresh content=1>'
    )
  ).toEqual(["default-src 'self'", "frame-src 'none'"])
  expect(metaPolicies('<title/>'.repeat(3) + '<meta http-equiv="Content-Security-Policy" content="x"/>')).toEqual(['x'])
})

test.each([
  ["default-src 'self'", true],
  ["default-src 'none'", false],
  ["frame-src 'none'; default-src 'self'", false],
  ["child-src 'self'; default-src 'none'", true],
  ["script-src 'none'", true],
  ['', true],
  ['frame-src *', true],
  ['frame-src https:', false],
  ['frame-src http:', true],
  [`frame-src ${ORIGIN}`, true],
  ['frame-src https://example.org', false],
  ['frame-src', false],
  ["FRAME-SRC 'NONE'", false],
  ["frame-src 'self'; frame-src 'none'", true]
])('%s lets a page frame its own origin: %s', (policy, expected) => {
  expect(allowsOwnFrames(policy, ORIGIN)).toBe(expected)
})

test.each([
  ["default-src 'self'", "default-src 'self'"],
  [
    "default-src 'none'; img-src *",
    `default-src 'none'; img-src *; script-src-elem ${NEEDED.script}; frame-src ${NEEDED.frame}`
  ],
  [
    "script-src 'nonce-a' 'strict-dynamic'",
    "script-src 'nonce-a' 'strict-dynamic'; script-src-elem 'nonce-a' 'strict-dynamic' 'nonce-N'"
  ],
  [
    "script-src 'sha256-x' 'unsafe-inline'; frame-src https://a.example",
    `script-src 'sha256-x' 'unsafe-inline'; script-src-elem 'sha256-x' 'unsafe-inline' ${NEEDED.script}; frame-src https://a.example ${NEEDED.frame}`
  ],
  ["img-src 'self', frame-src 'none'", `img-src 'self', frame-src ${NEEDED.frame}`]
])('%s is extended by the needed sources', (header, expected) => {
  expect(allowNeeded(header, NEEDED)).toBe(expected)
})

test.each([
  ['<!doctype html><head><style>a{}</style>', false],
  ['<!doctype html><head><style>a{}', false],
  ['<head><template><p></template><meta>', false],
  ['<title><p></title>', false],
  ['', false],
  ['<head></head>', true],
  ['<!doctype html><title>x</title><p>', true],
  ['<svg xmlns="http://www.w3.org/2000/svg"><style>', true],
  ['<html xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/>', false]
])('%s has a whole head: %s', (start, expected) => {
  expect(hasCompleteHead(start)).toBe(expected)
})
