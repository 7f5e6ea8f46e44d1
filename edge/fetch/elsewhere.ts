/** Header of a request to the node that is to be answered from local blocks, unless its head is known. */
export const LOCAL_FIRST = 'x-edge-local-first'

/** Header of the node's answer if it lacks a block: another object fetches the content. */
export const ELSEWHERE = 'x-edge-elsewhere'
