/** Forms of a private key outside of the node; neither is encrypted. */
export const KEY_FORMATS = { protobuf: 'libp2p-protobuf-cleartext', pem: 'pem-pkcs8-cleartext' } as const
