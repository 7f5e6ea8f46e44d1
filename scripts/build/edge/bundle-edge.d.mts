export function bundleEdge (
  options: { root: string; entry: string; alias?: Record<string, string>; minify?: boolean; logLevel?: string }
): Promise<string>
