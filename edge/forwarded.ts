/** Header with the authorization of a request, for the object. The worker overwrites the client's value. */
export const ADMITTED_BY = 'x-edge-admitted-by'

/** Owner of the pins that are created with the secret of the pinning service. */
export const PIN_USER = ''

/** Header with the API of a request, for the object. */
export const AREA = 'x-edge-area'
