import { base64url } from 'multiformats/bases/base64'
import { PairingError } from '../records/device-errors.ts'
import { isPeer, isText, parseAddresses } from '../records/device-record.ts'
import { safeDeviceName } from '../tree/copy-name.ts'

/** Statement of a device about itself, for pairing. */
export interface DeviceIntroduction {
  device: string
  /** IPNS name of the key of its records */
  name: string
  peer: string
  addresses: string[]
  /** public key for the agreement on a secret */
  publicKey: string
}

/** The first message: a device shows the code. */
export interface PairingOffer extends DeviceIntroduction {
  /** makes each offer different */
  nonce: string
  expiresMs: number
}

/** Replaces an offer whose code was used. */
export interface UsedOffer {
  isUsed: true
}

export function createNonce (): string {
  return base64url.baseEncode(crypto.getRandomValues(new Uint8Array(16)))
}

/** @throws PairingError for a malformed message */
export function parseOffer (value: unknown): PairingOffer | UsedOffer {
  const offer = value as Partial<PairingOffer & UsedOffer> | null

  if (offer?.isUsed === true) {
    return { isUsed: true }
  }

  if (!isText(offer?.nonce) || !Number.isSafeInteger(offer.expiresMs)) {
    throw new PairingError('invalid', 'the offer has no valid fields')
  }

  return { ...parseIntroduction(offer), nonce: offer.nonce, expiresMs: offer.expiresMs! }
}

/** @throws PairingError for a malformed message */
export function parseIntroduction (value: unknown): DeviceIntroduction {
  const { device, name, peer, addresses, publicKey } = (value ?? {}) as Partial<DeviceIntroduction>

  if (
    !isText(device) || !isText(name) || !/^k[0-9a-z]+$/.test(name) || !isPeer(peer) || !isText(publicKey) ||
    !Array.isArray(addresses)
  ) {
    throw new PairingError('invalid', 'the message has no valid fields')
  }

  return { device: safeDeviceName(device), name, peer, addresses: parseAddresses(addresses), publicKey }
}
