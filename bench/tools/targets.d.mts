export function startKubo (
  origin: string,
  options?: { sync?: boolean; peer?: boolean }
): Promise<{ name: string; rpc: string; gateway: string; stop: () => Promise<void> } | undefined>
