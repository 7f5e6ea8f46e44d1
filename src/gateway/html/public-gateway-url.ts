/** A public gateway with an origin for each content, as the project that runs it recommends (docs.ipfs.tech/concepts/public-utilities). */
export const PUBLIC_GATEWAY_URL = 'https://dweb.link'
