import { KeyBackupError } from '../protocol/errors.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

const TIMEOUT_MS = 10_000

/**
 * Exports a private key as a file for `key/import`, including Kubo's. It is not encrypted: anyone with the file can
 * publish under the key's name forever. Use `sealKeys` for an encrypted backup, including the node's own key.
 *
 * @param options - `format`: `libp2p-protobuf-cleartext` (the default) or `pem-pkcs8-cleartext`
 * @throws KeyBackupError for an unknown name, the node's own key, or another format
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const key = await exportKey('blog')
 * link.href = URL.createObjectURL(new Blob([key as BlobPart]))
 * ```
 */
export async function exportKey (
  name: string,
  { format = 'libp2p-protobuf-cleartext', timeoutMs = TIMEOUT_MS, signal }: {
    format?: 'libp2p-protobuf-cleartext' | 'pem-pkcs8-cleartext'
    timeoutMs?: number
    signal?: AbortSignal
  } = {}
): Promise<Uint8Array> {
  const worker = await controller({ timeoutMs, signal })
  const { key, error = 'no answer' } = await askWorker(worker, { type: 'export-key', name, format }, {
    timeoutMs,
    signal
  })

  if (key == null) {
    throw new KeyBackupError(error)
  }

  return key
}
