import { expect, test } from 'vitest'
import { hexDump } from './hex-dump.ts'

// The test of Go's encoding/hex.
test('shows offset, bytes and characters', () => {
  expect(hexDump(Uint8Array.from({ length: 40 }, (_, i) => i + 30))).toBe(
    '00000000  1e 1f 20 21 22 23 24 25  26 27 28 29 2a 2b 2c 2d  |.. !"#$%&\'()*+,-|\n' +
      '00000010  2e 2f 30 31 32 33 34 35  36 37 38 39 3a 3b 3c 3d  |./0123456789:;<=|\n' +
      '00000020  3e 3f 40 41 42 43 44 45                           |>?@ABCDE|\n'
  )
  expect(hexDump(new Uint8Array())).toBe('')
})
