import { vi } from 'vitest'

/** As `expect.poll` (vitest.config.ts): no test asks how fast a machine is, and what hangs ends all the same. */
const WAIT_MS = 30_000

const { waitFor, waitUntil } = vi

vi.waitFor = async (callback, options) => await waitFor(callback, patient(options))
vi.waitUntil = async (callback, options) => await waitUntil(callback, patient(options))

function patient <T> (options: number | T | undefined): number | (T & { timeout: number }) {
  return typeof options === 'number' ? options : { timeout: WAIT_MS, ...options as T }
}
