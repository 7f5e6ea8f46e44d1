import type { Names } from '../../names/names.ts'

/** What a gateway asks of names, here or at the other end of a port. */
export type GatewayNames = Pick<Names, 'resolve' | 'resolveOnce' | 'record'>
