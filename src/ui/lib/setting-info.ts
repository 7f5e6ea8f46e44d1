/** What the page knows of a setting, as `public/reference/settings.json` has it. */
export interface SettingInfo {
  /** as `Gateway.NoFetch` */
  key: string
  kind: 'bool' | 'integer' | 'text' | 'duration' | 'size' | 'list' | 'json'
  /** it changes what this node does; else it is kept and changes nothing */
  acts: boolean
  /** what it does, with names between backticks; may be empty */
  how: string
  /** null where it is not set by default */
  default: Json
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
