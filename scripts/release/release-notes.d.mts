export function releaseNotes (changelog: string, version: string, date: string): { changelog: string; notes: string }
