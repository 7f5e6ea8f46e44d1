export function transferSize (content: Uint8Array): number
