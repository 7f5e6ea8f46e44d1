/** Codes of the codecs that the node can read links of. */
export const CODEC = {
  cbor: 0x51,
  raw: 0x55,
  dagPb: 0x70,
  dagCbor: 0x71,
  libp2pKey: 0x72,
  dagJson: 0x0129,
  json: 0x0200
} as const
