import { afterEach } from 'vitest'

/**
 * A disk under fake-indexeddb that can be full, for all databases of a test file. It has room again after each test.
 */
export interface FakeDisk {
  /** number of further records that can be put; deletes always succeed */
  room: number
  /** number of successful and failed puts of all databases */
  puts: number
}

/**
 * Creates the disk. Each put or add beyond `room` aborts its transaction with `QuotaExceededError`, including its
 * deletes, like Chromium when the quota of an origin, or the disk, is exhausted.
 */
export function fakeDisk (): FakeDisk {
  const disk: FakeDisk = { room: Infinity, puts: 0 }
  const { put, add } = IDBObjectStore.prototype

  function refusable (write: typeof put): typeof put {
    return function (this: IDBObjectStore, ...args) {
      disk.puts++
      const request = write.apply(this, args)

      if (disk.room-- <= 0) {
        request.addEventListener('success', () => {
          ;(this.transaction as unknown as { _abort: (name: string) => void })._abort('QuotaExceededError')
        })
      }

      return request
    }
  }

  IDBObjectStore.prototype.put = refusable(put)
  IDBObjectStore.prototype.add = refusable(add)
  afterEach(() => {
    Object.assign(disk, { room: Infinity, puts: 0 })
  })
  return disk
}
