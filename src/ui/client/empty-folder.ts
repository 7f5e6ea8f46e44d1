/** CIDs of the empty UnixFS folder as nodes create it, in versions 0 and 1. */
export const EMPTY_FOLDER = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const EMPTY_FOLDER_V1 = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'

export function isEmptyFolder (cid: string): boolean {
  return cid === EMPTY_FOLDER || cid === EMPTY_FOLDER_V1
}
