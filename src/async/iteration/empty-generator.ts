/** Yields nothing. */
export async function* emptyGenerator (): AsyncGenerator<never> {}
