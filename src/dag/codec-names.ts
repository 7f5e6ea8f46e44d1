/** Codecs that go-multicodec knows by name and that a command of Kubo may be given or shows (`cid/codecs`). */
const CODECS: Record<string, number> = {
  cidv1: 0x01,
  cbor: 0x51,
  raw: 0x55,
  'dag-pb': 0x70,
  'dag-cbor': 0x71,
  'libp2p-key': 0x72,
  'git-raw': 0x78,
  'torrent-info': 0x7b,
  'torrent-file': 0x7c,
  'blake3-hashseq': 0x80,
  'leofcoin-block': 0x81,
  'leofcoin-tx': 0x82,
  'leofcoin-pr': 0x83,
  'dag-jose': 0x85,
  'dag-cose': 0x86,
  'eth-block': 0x90,
  'dag-json': 0x0129,
  json: 0x0200
}

const byCode = new Map(Object.entries(CODECS).map(([name, code]) => [code, name]))

/** The code of a codec from its name or from a number (`0x55`, `85`), as go-multicodec's `Set` takes either. */
export function codecByName (name: string): number | undefined {
  if (Object.hasOwn(CODECS, name)) {
    return CODECS[name]
  }

  return /^(0x[0-9a-fA-F]+|\d+)$/.test(name) ? Number(name) : undefined
}

/** The name of a codec; undefined for one that is not in the table. */
export function codecName (code: number): string | undefined {
  return byCode.get(code)
}
