import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'
import { ProgressBar } from './progress-bar.ts'

const MIB = 1024 * 1024

function drawn (isTTY: boolean, totalBytes: number | undefined, steps: Array<[ms: number, bytes: number]>): string[] {
  const lines: string[] = []
  let nowMs = 0
  const terminal = {
    isTTY,
    write: (text: string) => lines.push(text.replace('\r\u001b[K', ''))
  }
  const bar = new ProgressBar('import', totalBytes, terminal, () => nowMs)

  for (const [ms, bytes] of steps) {
    nowMs = ms
    bar.advance(bytes)
  }

  bar.end()
  bar.end()
  return lines
}

test('shows the share, the total and the rate, and removes its line', () => {
  expect(drawn(true, 8 * MIB, [[1000, 2 * MIB], [1050, MIB], [2000, 5 * MIB]])).toEqual([
    'import [######..................] 25 % of 8.0 MiB, 2.0 MiB/s',
    'import [########################] 100 % of 8.0 MiB, 4.0 MiB/s',
    ''
  ])
})

test('shows the bytes if the total is not known', () => {
  expect(drawn(true, undefined, [[1000, 1500]])[0]).toBe('import 1.5 KiB, 1.5 KiB/s')
})

test('shows nothing for short work, nor where there is no terminal', () => {
  expect(drawn(true, MIB, [[10, MIB / 2], [20, MIB / 2]])).toEqual([])
  expect(drawn(false, MIB, [[5000, MIB]])).toEqual([])
})

test.each([[0, '0 B'], [1023, '1023 B'], [1024, '1.0 KiB'], [200 * 1024, '200 KiB'], [3 * 1024 ** 4, '3.0 TiB']])(
  '%d bytes are %s',
  (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  }
)
