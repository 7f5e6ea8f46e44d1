/*
 * The codes of the multiformats tables (github.com/multiformats/multicodec, multibase) that this code base uses by
 * name. Every comparison with a code uses these constants. The names of all other codes are in `multicodec-table.ts`.
 */

/** Codes of codecs. */
export const CODEC = {
  cbor: 0x51,
  raw: 0x55,
  dagPb: 0x70,
  dagCbor: 0x71,
  libp2pKey: 0x72,
  gitRaw: 0x78,
  dagJose: 0x85,
  dagJson: 0x0129,
  json: 0x0200,
  /** a zlib-compressed git object; in the private use range of the table (go-ipld-git) */
  gitZlib: 0x300078
} as const

/** Codes of hash functions. */
export const HASH = {
  identity: 0x00,
  sha1: 0x11,
  sha2_256: 0x12,
  sha2_512: 0x13,
  sha3_512: 0x14,
  sha3_384: 0x15,
  sha3_256: 0x16,
  sha3_224: 0x17,
  shake128: 0x18,
  shake256: 0x19,
  keccak224: 0x1a,
  keccak256: 0x1b,
  keccak384: 0x1c,
  keccak512: 0x1d,
  blake3: 0x1e,
  sha2_384: 0x20,
  murmur3x64: 0x22,
  doubleSha2_256: 0x56,
  md5: 0xd5,
  sha2_256Trunc254Padded: 0x1012,
  sha2_224: 0x1013,
  sha2_512_224: 0x1014,
  sha2_512_256: 0x1015,
  x11: 0x1100,
  /** BLAKE2b of n bits has the code `blake2b8 - 1 + n / 8` */
  blake2b8: 0xb201,
  blake2b160: 0xb214,
  blake2b256: 0xb220,
  blake2b512: 0xb240,
  /** BLAKE2s of n bits has the code `blake2s8 - 1 + n / 8` */
  blake2s8: 0xb241,
  blake2s160: 0xb254,
  blake2s256: 0xb260,
  poseidon: 0xb401
} as const

/** Prefix characters of multibase encodings. Excludes base256emoji, whose prefix has several bytes. */
export const MULTIBASE = {
  identity: '\0',
  base2: '0',
  base16: 'f',
  base16upper: 'F',
  base32: 'b',
  base32upper: 'B',
  base32pad: 'c',
  base32padupper: 'C',
  base32hex: 'v',
  base32hexupper: 'V',
  base32hexpad: 't',
  base32hexpadupper: 'T',
  base36: 'k',
  base36upper: 'K',
  base58btc: 'z',
  base58flickr: 'Z',
  base64: 'm',
  base64pad: 'M',
  base64url: 'u',
  base64urlpad: 'U'
} as const
