/*
 * Polyfill of `Promise.withResolvers`, which libp2p uses and Node 20 and browsers before 2024 lack. Import it before
 * libp2p.
 */
interface Settling<T> {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (reason: unknown) => void
}

const target = Promise as unknown as { withResolvers?: <T>() => Settling<T> }

target.withResolvers ??= <T>(): Settling<T> => {
  let settle: Omit<Settling<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle! }
}

export {}
