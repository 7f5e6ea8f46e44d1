import { privateKeyFromProtobuf, privateKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generateKey } from '../keys/store/generate-key.ts'

/**
 * Returns the key of a relay from a file that only its owner can read. Creates the file if it is missing.
 *
 * @param file - undefined for a temporary key
 * @throws an Error that names the file if it is unreadable, or not a key
 */
export async function relayIdentity (file: string | undefined): Promise<PrivateKey> {
  const kept = file == null ? undefined : await readKept(file)

  if (kept != null) {
    return kept
  }

  const key = await generateKey('ed25519')

  if (file != null) {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, privateKeyToProtobuf(key), { mode: 0o600, flag: 'wx' })
  }

  return key
}

async function readKept (file: string): Promise<PrivateKey | undefined> {
  let bytes: Uint8Array

  try {
    bytes = await readFile(file)
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined
    }

    throw new Error(`the relay's identity cannot be read: ${(err as Error).message}`, { cause: err })
  }

  try {
    return privateKeyFromProtobuf(bytes)
  } catch (err) {
    throw new Error(
      `${file} does not contain a private key: choose another file, or delete it to create a new identity`,
      {
        cause: err
      }
    )
  }
}
