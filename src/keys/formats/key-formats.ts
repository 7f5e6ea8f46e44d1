/** Unencrypted formats for the export of a private key. */
export const KEY_FORMATS = { protobuf: 'libp2p-protobuf-cleartext', pem: 'pem-pkcs8-cleartext' } as const
