/** Whether the browser has promised not to evict this origin's data when space runs short; undefined where it cannot say. */
export async function isPersistent (): Promise<boolean | undefined> {
  return await navigator.storage?.persisted?.()
}

/**
 * Asks the browser for that promise. Some ask the person, some decide by
 * themselves; call it when something is first kept, at a click.
 *
 * @returns whether the promise is given
 */
export async function askPersistence (): Promise<boolean> {
  return await isPersistent() === true || await navigator.storage?.persist?.() === true
}

/** What the browser says of this origin's storage, in bytes. */
export async function storageEstimate (): Promise<{ usage?: number, quota?: number }> {
  return await navigator.storage?.estimate?.() ?? {}
}
