/**
 * A public gateway with an origin for each content, recommended by its operator
 * (docs.ipfs.tech/concepts/public-utilities).
 */
export const PUBLIC_GATEWAY_URL = 'https://dweb.link'
