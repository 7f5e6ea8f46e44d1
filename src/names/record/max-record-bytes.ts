/** specs.ipfs.tech/ipns/ipns-record, "Record Size Limit" */
export const MAX_RECORD_BYTES = 10 * 1024
