import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField, lengthPrefixed, varintField } from '../../bytes/protobuf/protobuf-writer.ts'
import { MESSAGE, PEER, RECORD } from './kad-message.ts'
import type { KadRequest } from './kad-message.ts'

/** Encodes a request with its length prefix (go-libp2p-kad-dht `pb/dht.proto`). */
export function writeKadRequest ({ type, key, value, provider }: KadRequest): Uint8Array {
  return concatBytes(lengthPrefixed([
    varintField(MESSAGE.type, type),
    ...bytesField(MESSAGE.key, key),
    ...value == null
      ? []
      : bytesField(MESSAGE.record, ...bytesField(RECORD.key, key), ...bytesField(RECORD.value, value)),
    ...provider == null
      ? []
      : bytesField(
        MESSAGE.providers,
        ...bytesField(PEER.id, provider.id),
        ...provider.addresses.flatMap((address) => bytesField(PEER.address, address))
      )
  ]))
}
