import type { Names } from '../../names/names.ts'

/** The name functions that a gateway needs, local or at the other end of a port. */
export type GatewayNames = Pick<Names, 'resolve' | 'resolveOnce' | 'record'>
