export function onChange (work: () => Promise<void>, options?: { quietMs?: number }): () => void
