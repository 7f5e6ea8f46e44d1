import { BASE } from '../../client/protocol/base.ts'
/**
 * Reads reference data of commands or settings, which the build generates. It is part of the shell, and so available
 * offline.
 *
 * @returns undefined if it cannot be loaded
 */
export async function readReference<T> (name: 'commands' | 'settings'): Promise<T | undefined> {
  const response = await fetch(`${BASE}reference/${name}.json`).catch(() => undefined)
  return response?.ok === true ? await response.json().catch(() => undefined) as T | undefined : undefined
}
