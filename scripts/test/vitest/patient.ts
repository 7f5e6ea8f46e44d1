import { vi } from 'vitest'

/**
 * Same as `expect.poll` (vitest.config.ts): no test depends on the speed of a machine, but a hanging one still ends.
 */
const WAIT_MS = 30_000

const { waitFor, waitUntil } = vi

vi.waitFor = async (callback, options) => await waitFor(callback, patient(options))
vi.waitUntil = async (callback, options) => await waitUntil(callback, patient(options))

function patient<T> (options: number | T | undefined): number | (T & { timeout: number }) {
  return typeof options === 'number' ? options : { timeout: WAIT_MS, ...options as T }
}
