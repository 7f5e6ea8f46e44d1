export function edgeWorker (root: string, options?: { bundle?: (root: string) => Promise<string> }): Promise<string>
