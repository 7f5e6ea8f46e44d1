import { afterEach } from 'vitest'

/** A disk under fake-indexeddb that can be full, for all databases of a test file. It has room again after each test. */
export interface FakeDisk {
  /** how many more records can be put; deletes always pass */
  room: number
  /** how many were put or tried, by anybody */
  puts: number
}

/**
 * Makes every put and add beyond the room abort its transaction with `QuotaExceededError`, deletes in it included, as Chromium
 * does where the quota of an origin, or the disk, is used up.
 */
export function fakeDisk (): FakeDisk {
  const disk: FakeDisk = { room: Infinity, puts: 0 }
  const { put, add } = IDBObjectStore.prototype

  function refusable (write: typeof put): typeof put {
    return function (this: IDBObjectStore, ...args) {
      disk.puts++
      const request = write.apply(this, args)

      if (disk.room-- <= 0) {
        request.addEventListener('success', () => { (this.transaction as unknown as { _abort: (name: string) => void })._abort('QuotaExceededError') })
      }

      return request
    }
  }

  IDBObjectStore.prototype.put = refusable(put)
  IDBObjectStore.prototype.add = refusable(add)
  afterEach(() => { Object.assign(disk, { room: Infinity, puts: 0 }) })
  return disk
}
