import { concatBytes } from '../../bytes/concat-bytes.ts'
import type { Body, Fixture, GoldenPart, GoldenRequest } from './golden-types.ts'

const BOUNDARY = 'golden-boundary-5d1f'

/** Variables of scenarios by name: text, or bytes of an earlier answer. */
export type Variables = Map<string, string | Uint8Array>

const encoder = new TextEncoder()

/**
 * Replaces `{{name}}` (percent-encoded) and `{{=name}}` (unchanged) in a request target. Holes such as `{{any}}` stay.
 */
export function fillTarget (text: string, variables: Variables): string {
  return text.replace(/\{\{(=?)([^}]+)\}\}/g, (whole, raw: string, name: string) => {
    const value = textOf(variables.get(name))
    if (value == null) {
      return whole
    }
    return raw === '=' ? value : encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':')
  })
}

/** Replaces variables by their text; holes stay. */
export function fillText (text: string, variables: Variables): string {
  return text.replace(/\{\{=?([^}]+)\}\}/g, (whole, name: string) => textOf(variables.get(name)) ?? whole)
}

function textOf (value: string | Uint8Array | undefined): string | undefined {
  return value == null || typeof value === 'string' ? value : new TextDecoder().decode(value)
}

/** Returns the body of a request and its content type, if it has one. */
export function requestBody (
  request: GoldenRequest,
  variables: Variables
): { body?: Uint8Array; contentType?: string } {
  if (request.multipart != null) {
    const body = multipartBody(request.multipart, variables)
    const cut = request.cutBody ?? body.length
    return {
      body: body.slice(0, cut < 0 ? body.length + cut : cut),
      contentType: `multipart/form-data; boundary=${BOUNDARY}`
    }
  }

  return request.body == null ? {} : { body: bodyBytes(request.body, variables) }
}

function multipartBody (parts: GoldenPart[], variables: Variables): Uint8Array {
  const chunks: Uint8Array[] = []

  for (const part of parts) {
    const { count = 1, start = 0, pad = 0 } = part.repeat ?? {}

    for (let i = start; i < start + count; i++) {
      const scope: Variables = part.repeat == null
        ? variables
        : new Map(variables).set('i', String(i).padStart(pad, '0'))
      chunks.push(
        encoder.encode(partHead(part, scope)),
        bodyBytes(part.body ?? { text: '' }, scope),
        encoder.encode('\r\n')
      )
    }
  }

  chunks.push(encoder.encode(`--${BOUNDARY}--\r\n`))
  return concatBytes(chunks)
}

function partHead (part: GoldenPart, variables: Variables): string {
  const name = part.name == null ? '' : `; name="${fillText(part.name, variables)}"`
  const filename = part.filename == null ? '' : `; filename="${fillText(part.filename, variables)}"`
  const type = part.contentType == null ? '' : `Content-Type: ${part.contentType}\r\n`
  const others = Object.entries(part.headers ?? {}).map(([key, value]) => `${key}: ${fillText(value, variables)}\r\n`)
    .join('')
  return `--${BOUNDARY}\r\nContent-Disposition: form-data${name}${filename}\r\n${type}${others}\r\n`
}

export function bodyBytes (body: Body, variables: Variables): Uint8Array {
  if (body.text != null) {
    return encoder.encode(fillText(body.text, variables))
  }

  if (body.base64 != null) {
    return Uint8Array.from(Buffer.from(body.base64, 'base64'))
  }

  if (body.var != null) {
    const value = variables.get(body.var) ?? ''
    return typeof value === 'string' ? encoder.encode(value) : value
  }

  return fixtureBytes(body.fixture as Fixture, variables)
}

function fixtureBytes (fixture: Fixture, variables: Variables): Uint8Array {
  const { kind, length } = fixture

  switch (kind) {
    case 'affine':
      return affine(fixture)
    case 'repeat':
      return new Uint8Array(length).fill(fixture.byte)
    case 'concat':
      return concatBytes(fixture.parts.map((part) => bodyBytes(part, variables)))
    case 'xorshift32':
      return xorshift(fixture.seed, length)
  }
}

/** Uses a loop because `Uint8Array.from` is slow. */
function affine ({ mul, add, mod, length }: Fixture): Uint8Array {
  const bytes = new Uint8Array(length)

  for (let i = 0; i < length; i++) {
    bytes[i] = (i * mul + add) % mod
  }

  return bytes
}

export function xorshift (seed: number, length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4))
  let x = seed >>> 0

  for (let i = 0; i < words.length; i++) {
    x = (x ^ x << 13) >>> 0
    x = (x ^ x >>> 17) >>> 0
    x = (x ^ x << 5) >>> 0
    words[i] = x
  }

  return new Uint8Array(words.buffer, 0, length)
}
