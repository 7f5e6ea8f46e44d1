export const LAYERS: readonly string[]
export const INNER: Readonly<Record<string, readonly string[]>>
export const OWN_FILES: string
