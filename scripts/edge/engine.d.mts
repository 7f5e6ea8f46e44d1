export const COMPATIBILITY: { date: string, flags: string[] }
export function startEngine (options: { code: string, port?: number, state?: string, bindings?: Record<string, string> }): Promise<{ url: string, close: () => Promise<void> }>
