export const FLOORS: readonly string[]
