/** Header that tells the object how a request was authorized. The worker overwrites the client's value. */
export const ADMITTED_BY = 'x-edge-admitted-by'

/** Owner of the pins that are created with the secret of the pinning service. */
export const PIN_USER = ''

/** Header that tells the object which API a request is for. */
export const AREA = 'x-edge-area'
