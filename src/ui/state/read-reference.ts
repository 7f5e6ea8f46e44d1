import { BASE } from '../../client/base.ts'
/**
 * What the build has written of commands and settings, which is part of the page and here offline too.
 *
 * @returns undefined where it cannot be had
 */
export async function readReference<T> (name: 'commands' | 'settings'): Promise<T | undefined> {
  const response = await fetch(`${BASE}reference/${name}.json`).catch(() => undefined)
  return response?.ok === true ? await response.json().catch(() => undefined) as T | undefined : undefined
}
