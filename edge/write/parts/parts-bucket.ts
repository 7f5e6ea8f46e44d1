import type { ObjectBucket } from '../../../src/store/sql/object-bucket.ts'

/** A stored part of an upload. */
export interface StoredPart {
  partNumber: number
  etag: string
}

export interface BucketObject {
  size: number
  /** changes with the content */
  etag: string
}

/** An upload in parts of R2's binding. */
export interface MultipartUpload {
  uploadId: string
  /** @param part - a stream must have a known length */
  uploadPart: (part: number, bytes: ReadableStream<Uint8Array> | Uint8Array) => Promise<StoredPart>
  complete: (parts: StoredPart[]) => Promise<BucketObject>
  abort: () => Promise<void>
}

/** The subset of an R2 bucket for uploads in parts. */
export interface PartsBucket extends ObjectBucket {
  head: (name: string) => Promise<BucketObject | null>
  createMultipartUpload: (name: string) => Promise<MultipartUpload>
  /** Does not check that the upload exists. */
  resumeMultipartUpload: (name: string, id: string) => MultipartUpload
}
