import { option } from '../../rpc/option.ts'

export const verbose = option.bool('verbose,v', 'Say more.')
export const human = option.bool('human', 'Write sizes with units.')
export const ipnsBase = option.string('ipns-base', 'How names of keys are written: b58mh for the plain multihash, or a multibase for the CID.', { default: 'base36' })
export const keyType = option.string('type,t', 'Kind of the key: rsa or ed25519.', { default: 'ed25519' })
export const keySize = option.int('size,s', 'Bits of an rsa key.')
