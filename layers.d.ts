export const LAYERS: readonly string[]
