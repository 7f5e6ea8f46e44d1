/** Of the signed record of a name (specs.ipfs.tech/routing/http-routing-v1). */
export const RECORD_MEDIA_TYPE = 'application/vnd.ipfs.ipns-record'
