import { expect, test } from 'vitest'
import { replacesGlobals } from './replaces-globals.ts'

test.each([
  "vi.stubGlobal('navigator', {})",
  "vi.mock('./a.ts')",
  'vi.resetModules()',
  'globalThis.fetch = async () => new Response()',
  "Object.defineProperty(globalThis, 'caches', {})",
  'Object.assign(globalThis, { caches })',
  '(globalThis as { caches?: unknown }).caches = undefined',
  "process.env.TZ = 'UTC'",
  "process.chdir('/')"
])('%s needs a process of its own', (source) => {
  expect(replacesGlobals(`test('x', () => {\n  ${source}\n})`)).toBe(true)
})

test.each([
  "vi.spyOn(performance, 'now')",
  'vi.useFakeTimers()',
  "import 'fake-indexeddb/auto'",
  'expect(globalThis.fetch).toBeDefined()',
  'const env = { ...process.env }'
])('%s does not: it is restored after the file', (source) => {
  expect(replacesGlobals(source)).toBe(false)
})
