import type { Answer, AskedNode } from './asked-node.ts'
import { seededBytes } from './seeded-bytes.ts'

/** A node that is served over HTTP. */
export class ServedNode implements AskedNode {
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor (url: string, token?: string) {
    this.#url = url
    this.#headers = token == null ? {} : { Authorization: `Bearer ${token}` }
  }

  async rpc (target: string, files: Parameters<AskedNode['rpc']>[1] = []): Promise<Answer> {
    const body = files.length === 0 ? undefined : new FormData()

    for (const { name, seed, sizeBytes, base64 } of files) {
      body?.append(
        'file',
        new Blob([base64 == null ? seededBytes(seed!, sizeBytes!) : Buffer.from(base64, 'base64')]),
        encodeURIComponent(name)
      )
    }

    let status = 0
    let text = ''

    try {
      const response = await this.#ask(target, body)
      status = response.status
      const decoder = new TextDecoder()
      for await (const bytes of response.body ?? []) {
        text += decoder.decode(bytes, { stream: true })
      }
      return { status, text, broken: false }
    } catch (err) {
      return { status, text: text + String(err), broken: true }
    }
  }

  async reads (target: string, seed: number, sizeBytes: number): Promise<boolean> {
    const response = await this.#ask(target)
    const bytes = Buffer.from(await response.arrayBuffer())
    return response.ok && bytes.equals(seededBytes(seed, sizeBytes))
  }

  async sizesOf (cids: string[]): Promise<number[]> {
    const sizes: number[] = []
    for (const cid of cids) {
      sizes.push((await (await this.#ask(`block/stat?arg=${cid}`)).json() as { Size: number }).Size)
    }
    return sizes
  }

  async #ask (target: string, body?: BodyInit): Promise<Response> {
    return await fetch(`${this.#url}/api/v0/${target}`, {
      method: 'POST',
      headers: this.#headers,
      body
    })
  }
}
