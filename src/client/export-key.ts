import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import { KeyBackupError } from './errors.ts'

const TIMEOUT_MS = 10_000

/**
 * A private key as a file that `key/import` takes, of Kubo too. It is not encrypted: whoever has the file can publish under the key's name for good.
 * Keys behind a password, the node's own among them, gives `sealKeys`.
 *
 * @param options - `format`: `libp2p-protobuf-cleartext`, which is the default, or `pem-pkcs8-cleartext`
 * @throws KeyBackupError for a name that none has, the node's own key, and another format; NodeNotReadyError when no worker answers in time
 */
export async function exportKey (name: string, { format = 'libp2p-protobuf-cleartext', timeoutMs = TIMEOUT_MS, signal }: { format?: 'libp2p-protobuf-cleartext' | 'pem-pkcs8-cleartext', timeoutMs?: number, signal?: AbortSignal } = {}): Promise<Uint8Array> {
  const worker = await controller({ timeoutMs, signal })
  const { key, error = 'no answer' } = await askWorker(worker, { type: 'export-key', name, format }, { timeoutMs, signal })

  if (key == null) {
    throw new KeyBackupError(error)
  }

  return key
}
