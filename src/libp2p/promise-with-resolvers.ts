/*
 * libp2p uses `Promise.withResolvers`, which Node 20 and browsers before 2024 lack: to be imported before it runs.
 */
interface Settling<T> { promise: Promise<T>, resolve: (value: T) => void, reject: (reason: unknown) => void }

const target = Promise as unknown as { withResolvers?: <T>() => Settling<T> }

target.withResolvers ??= <T>(): Settling<T> => {
  let settle: Omit<Settling<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => { settle = { resolve, reject } })
  return { promise, ...settle! }
}

export {}
