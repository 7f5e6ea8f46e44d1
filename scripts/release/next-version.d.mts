export function nextVersion (version: string, kind: string): string
