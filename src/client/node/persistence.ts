/**
 * Returns whether the browser has promised not to evict this origin's data when disk space is low; undefined if it
 * cannot say.
 *
 * @example
 * ```ts
 * if (await isPersistent() === false) console.warn('The browser may delete the data of this site.')
 * ```
 */
export async function isPersistent (): Promise<boolean | undefined> {
  return await navigator.storage?.persisted?.()
}

/**
 * Asks the browser for persistent storage. Some browsers ask the user, some decide by themselves. Call it in a click
 * handler, when data is stored for the first time.
 *
 * @returns whether persistent storage is granted
 * @example
 * ```ts
 * button.onclick = async () => { await askPersistence() }
 * ```
 */
export async function askPersistence (): Promise<boolean> {
  return await isPersistent() === true || await navigator.storage?.persist?.() === true
}

/**
 * Returns the browser's estimate of this origin's storage, in bytes.
 *
 * @example
 * ```ts
 * const { usage = 0, quota = 0 } = await storageEstimate()
 * console.log(`${usage} of ${quota} bytes`)
 * ```
 */
export async function storageEstimate (): Promise<{ usage?: number; quota?: number }> {
  return await navigator.storage?.estimate?.() ?? {}
}
