/** Says to the object by what a request was admitted. Whatever a client sends in it is replaced. */
export const ADMITTED_BY = 'x-edge-admitted-by'

/** Whose the pins are that are kept for whoever has the secret of the pinning service. */
export const PIN_USER = ''

/** Says to the object what a request is for. */
export const AREA = 'x-edge-area'
