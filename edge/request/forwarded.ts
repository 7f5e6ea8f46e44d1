/** Header with the authorization of a request, for the object. The worker overwrites the client's value. */
export const ADMITTED_BY = 'x-edge-admitted-by'

/** Owner of the pins that are created with the secret of the pinning service. */
export const PIN_USER = ''

/** Header with the API of a request, for the object. */
export const AREA = 'x-edge-area'

/** Header of a request to the node that is to be answered from local blocks, unless its head is known. */
export const LOCAL_FIRST = 'x-edge-local-first'

/** Header of the node's answer if it lacks a block: another object fetches the content. */
export const ELSEWHERE = 'x-edge-elsewhere'
