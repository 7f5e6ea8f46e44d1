/** A setting from `public/reference/settings.json`. */
export interface SettingInfo {
  /** such as `Gateway.NoFetch` */
  key: string
  kind: 'bool' | 'integer' | 'text' | 'duration' | 'size' | 'list' | 'json'
  /** whether it affects this node; otherwise it is stored without effect */
  acts: boolean
  /** description, with names between backticks; may be empty */
  how: string
  /** null if it has no default */
  default: Json
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
