import type { ByteDuplex } from '../../bytes/byte-duplex.ts'

/**
 * Copies bytes in both directions until both ends have closed their writes. An error of one direction aborts the other.
 * Kubo ends both directions with the first (`p2p/stream.go`), so a client that closes its write side gets no answer.
 *
 * @throws the error that aborted it
 */
export async function pipeBothWays (a: ByteDuplex, b: ByteDuplex): Promise<void> {
  await Promise.all([carryBytes(a, b), carryBytes(b, a)])
}

async function carryBytes (from: ByteDuplex, to: ByteDuplex): Promise<void> {
  try {
    for await (const chunk of from.chunks) {
      await to.write(chunk)
    }

    await to.closeWrite()
  } catch (err) {
    from.abort(err as Error)
    to.abort(err as Error)
    throw err
  }
}
