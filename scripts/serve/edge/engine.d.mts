export const COMPATIBILITY: { date: string; flags: string[] }
export function startEngine (
  options: {
    code: string
    port?: number
    state?: string
    bindings?: Record<string, string>
    inspected?: boolean
    fetches?: boolean
    imports?: boolean
  }
): Promise<{ url: string; inspector?: string; close: () => Promise<void> }>
