import { concatBytes } from '../../src/bytes/concat-bytes.ts'
import type { BucketObject, MultipartUpload, PartsBucket } from '../write/parts/parts-bucket.ts'
import type { ListedBucket } from './describe-published.ts'

/** Returns a bucket in memory, for tests that fill it hundreds of times. */
export function memoryBucket (): ListedBucket & PartsBucket {
  const objects = new Map<string, BucketObject & { bytes: Uint8Array<ArrayBuffer> }>()
  const uploads = new Map<string, Map<number, Uint8Array>>()
  let next = 1

  const store = (name: string, bytes: Uint8Array<ArrayBuffer>): BucketObject => {
    const object = { bytes, size: bytes.byteLength, etag: `etag-${next++}` }
    objects.set(name, object)
    return object
  }

  const partsOf = (id: string): Map<number, Uint8Array> => {
    const parts = uploads.get(id)

    if (parts == null) {
      throw new Error('uploadPart: The specified multipart upload does not exist. (10024)')
    }

    return parts
  }

  const resume = (name: string, uploadId: string): MultipartUpload => ({
    uploadId,
    uploadPart: async (part, bytes) => {
      partsOf(uploadId).set(part, (bytes as Uint8Array).slice())
      return { partNumber: part, etag: `part-${part}` }
    },
    complete: async (parts) => {
      const stored = partsOf(uploadId)
      uploads.delete(uploadId)
      return store(name, concatBytes(parts.map(({ partNumber }) => stored.get(partNumber)!)))
    },
    abort: async () => {
      partsOf(uploadId)
      uploads.delete(uploadId)
    }
  })

  return {
    put: async (name, bytes) => store(name, bytes.slice()),
    get: async (name, options) => {
      const { offset, length } = options?.range ?? { offset: 0, length: Infinity }
      const object = objects.get(name)
      return object == null ? null : {
        etag: object.etag,
        arrayBuffer: async () => object.bytes.slice(offset, offset + length).buffer
      }
    },
    delete: async (name) => {
      objects.delete(name)
    },
    head: async (name) => objects.get(name) ?? null,
    list: async () => ({ objects: [...objects.keys()].map((key) => ({ key })) }),
    createMultipartUpload: async (name) => {
      const id = `upload-${next++}`
      uploads.set(id, new Map())
      return resume(name, id)
    },
    resumeMultipartUpload: resume
  }
}
