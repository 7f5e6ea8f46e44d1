import { describe, expect, it } from 'vitest'
import { errorLines } from './error-lines.mjs'

const STACK = `TypeError: fetch failed
    at node:internal/deps/undici/undici:13510:13
    at processTicksAndRejections (node:internal/process/task_queues:95:5)
    at runTest (/app/node_modules/vitest/runner.js:1:2)
    at edgeRpc (/app/edge/testing/served-edge.ts:59:10)
    at /app/edge/peers.test.ts:105:43`

describe('errorLines', () => {
  it('prints the message, the causes with their codes, and the place in the code', () => {
    const error = {
      name: 'TypeError',
      message: 'fetch failed',
      stack: STACK,
      cause: { message: 'write', code: 'EPIPE' }
    }
    expect(errorLines([error])).toEqual([
      'TypeError: fetch failed',
      'caused by write (EPIPE)',
      'at edgeRpc (/app/edge/testing/served-edge.ts:59:10)'
    ])
  })

  it('removes colors and blank lines, and shortens long lines and messages', () => {
    expect(errorLines([{ message: '\u001B[31mexpected\u001B[39m\n\n  1\n', name: 'Error' }])).toEqual([
      'expected',
      '  1'
    ])
    expect(errorLines([{ message: 'x'.repeat(1000) }])[0]).toHaveLength(201)
    expect(errorLines([{ message: 'a\nb\nc\nd\ne\nf\ng\nh', stack: STACK }])).toEqual([
      ...'abcde',
      'at edgeRpc (/app/edge/testing/served-edge.ts:59:10)'
    ])
  })

  it('has no lines without an error, and accepts values that are no errors', () => {
    expect(errorLines([])).toEqual([])
    expect(errorLines([{}])).toEqual([])
    expect(errorLines([{ message: 'broken', cause: 'a text' }])).toEqual(['broken', 'caused by a text'])
  })
})
