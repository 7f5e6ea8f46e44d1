import { KEY_FORMATS } from '../../keys/formats/write-private-key.ts'
import { option } from '../../rpc/command/option.ts'

export const keyType = option.string('type,t', 'Type of the key: rsa, ed25519 or secp256k1.', { default: 'ed25519' })
export const keySize = option.int(
  'size,s',
  'Size of an RSA key in bits, 2048 to 8192. Default: 2048. Other keys have 256.'
)
export const keyFormat = option.string(
  'format,f',
  `Format of the private key: ${KEY_FORMATS.protobuf} or ${KEY_FORMATS.pem}.`,
  { default: KEY_FORMATS.protobuf as string }
)
