import type { TransportCertificate } from '@libp2p/webrtc'
import { base64url } from 'multiformats/bases/base64'
import { create } from 'multiformats/hashes/digest'
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { concatBytes } from '../bytes/concat-bytes.ts'
import { HASH } from '../cid/codes/multiformat-codes.ts'

/** DER tags, and the constant parts of each certificate (RFC 5280, 4.1). */
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OID = 0x06
const UTF8 = 0x0c
const UTC_TIME = 0x17
const VERSION = 0xa0

const V3 = Uint8Array.of(2)
const ECDSA_WITH_SHA256 = Uint8Array.of(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)
const COMMON_NAME = Uint8Array.of(0x55, 0x04, 0x03)

/** Validity: peers compare only the hash. 2049 is the last year that UTCTime can express in two digits. */
const NOT_BEFORE = '250101000000Z'
const NOT_AFTER = '491231235959Z'

/**
 * Returns the WebRTC-direct certificate of a relay. Its hash is part of the address: a new certificate at each start
 * would break addresses in pages and shared links. It is stored with its key as PEM, in a file that only its owner can
 * read, and created if missing.
 *
 * @param file - undefined for a temporary certificate
 * @throws an Error that names the file if it is unreadable, or not a certificate
 */
export async function relayCertificate (file: string | undefined): Promise<TransportCertificate> {
  const kept = file == null ? undefined : await readKept(file)
  const pem = kept ?? newPem()

  if (file != null && kept == null) {
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' })
  }

  try {
    return readCertificate(pem)
  } catch (err) {
    throw new Error(`${file} does not contain a certificate with its key: delete it to create a new one`, {
      cause: err
    })
  }
}

async function readKept (file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined
    }

    throw new Error(`the relay's certificate cannot be readCertificate: ${(err as Error).message}`, { cause: err })
  }
}

function readCertificate (text: string): TransportCertificate {
  const certificate = new X509Certificate(text)
  const key = createPrivateKey(text)

  if (!certificate.checkPrivateKey(key)) {
    throw new Error('the key does not belong to the certificate')
  }

  return {
    privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })),
    pem: certificate.toString(),
    certhash: base64url.encode(create(HASH.sha2_256, createHash('sha256').update(certificate.raw).digest()).bytes)
  }
}

/** Creates a key and a certificate on the curve that all browsers support (package @libp2p/webrtc: P-256). */
function newPem (): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const text = (tag: number, value: string): Uint8Array => encodeDer(tag, new TextEncoder().encode(value))
  const algorithm = encodeDer(SEQUENCE, encodeDer(OID, ECDSA_WITH_SHA256))
  const name = encodeDer(
    SEQUENCE,
    encodeDer(SET, encodeDer(SEQUENCE, encodeDer(OID, COMMON_NAME), text(UTF8, 'swipfs relay')))
  )
  // Positive, and without a leading zero.
  const serial = randomBytes(16)
  serial[0] = (serial[0] & 0x3f) | 0x40

  const content = encodeDer(
    SEQUENCE,
    encodeDer(VERSION, encodeDer(INTEGER, V3)),
    encodeDer(INTEGER, serial),
    algorithm,
    name,
    encodeDer(SEQUENCE, text(UTC_TIME, NOT_BEFORE), text(UTC_TIME, NOT_AFTER)),
    name,
    publicKey.export({ type: 'spki', format: 'der' })
  )

  const bits = encodeDer(BIT_STRING, concatBytes([Uint8Array.of(0), sign('sha256', content, privateKey)]))
  const certificate = new X509Certificate(encodeDer(SEQUENCE, content, algorithm, bits))
  return `${String(privateKey.export({ type: 'pkcs8', format: 'pem' }))}${certificate.toString()}`
}

/** Encodes one value with its tag and length. */
function encodeDer (tag: number, ...parts: Uint8Array[]): Uint8Array {
  const value = concatBytes(parts)
  return concatBytes([Uint8Array.of(tag, ...derLength(value.length)), value])
}

function derLength (length: number): number[] {
  if (length < 0x80) {
    return [length]
  }

  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}
