export function startProxyFront (
  options: { port: number; enginePort: Promise<number>; idleMs?: number }
): Promise<{ port: number; close: () => Promise<void> }>
