import type { ByteDuplex } from '../../bytes/byte-duplex.ts'

/**
 * Carries bytes both ways until each end has said that it sends no more; what cuts one cuts the other. Kubo ends both ways with the
 * first (`p2p/stream.go`): whoever has sent all would get no answer.
 *
 * @throws why it was cut
 */
export async function pipeBothWays (a: ByteDuplex, b: ByteDuplex): Promise<void> {
  await Promise.all([carry(a, b), carry(b, a)])
}

async function carry (from: ByteDuplex, to: ByteDuplex): Promise<void> {
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
