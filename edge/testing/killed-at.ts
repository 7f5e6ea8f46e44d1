import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { Sql } from '../../src/store/sql/sql.ts'
import type { MultipartUpload, PartsBucket } from '../write/parts/parts-bucket.ts'

/**
 * Returns a database and a bucket that stop at a step: nothing works after it.
 *
 * @param isDone - whether the last step still has its effect
 */
export function killedAt (
  { sql, bucket, at, isDone }: { sql: Sql; bucket: ObjectBucket; at: number; isDone: boolean }
): { sql: Sql; bucket: PartsBucket; asStep: <T>(work: () => Promise<T>) => Promise<T>; killed: Promise<'killed'> } {
  let step = 0
  let kill = (_: 'killed'): void => {}
  const killed = new Promise<'killed'>((resolve) => {
    kill = resolve
  })

  async function asStep<T> (work: () => Promise<T>): Promise<T> {
    step++

    if (step > at) {
      return await new Promise<never>(() => {})
    }

    if (step < at) {
      return await work()
    }

    if (isDone) {
      await work()
    }

    kill('killed')
    return await new Promise<never>(() => {})
  }

  const ifAlive = (): void => {
    if (step >= at) {
      throw new Error('killed')
    }
  }

  const parts = bucket as PartsBucket
  const mortalUpload = (upload: MultipartUpload): MultipartUpload => ({
    uploadId: upload.uploadId,
    uploadPart: async (...args) => await asStep(async () => await upload.uploadPart(...args)),
    complete: async (stored) => await asStep(async () => await upload.complete(stored)),
    abort: async () => {
      await asStep(async () => {
        await upload.abort()
      })
    }
  })

  return {
    killed,
    asStep,
    sql: {
      all: (statement, ...values) => {
        ifAlive()
        return sql.all(statement, ...values)
      },
      transaction: (work) => {
        ifAlive()
        return sql.transaction(work)
      },
      synced: async () => {
        await asStep(async () => {
          await sql.synced()
        })
      }
    },
    bucket: {
      head: async (name) => await asStep(async () => await parts.head(name)),
      createMultipartUpload: async (name) =>
        mortalUpload(await asStep(async () => await parts.createMultipartUpload(name))),
      resumeMultipartUpload: (...args) => mortalUpload(parts.resumeMultipartUpload(...args)),
      put: async (name, bytes) => await asStep(async () => await bucket.put(name, bytes)),
      get: async (name, options) => await asStep(async () => await bucket.get(name, options)),
      delete: async (name) => {
        await asStep(async () => {
          await bucket.delete(name)
        })
      }
    }
  }
}
