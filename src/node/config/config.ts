/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A configuration of Kubo's shape. */
export type Config = { [key: string]: Json }
