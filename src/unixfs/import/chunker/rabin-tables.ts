/** The irreducible polynomial of degree 53 that Kubo fingerprints with (boxo `chunker/rabin.go`, `IpfsRabinPoly`). */
const POLYNOMIAL = 17437180132763653n
const DEGREE = 53n

/** Bytes that the fingerprint looks back on (whyrusleeping/chunker, `windowSize`). */
export const RABIN_WINDOW_BYTES = 16

/** 64-bit table entries as two 32-bit halves, so that the inner loop needs no BigInt. */
export interface RabinTables {
  /** fingerprint of the byte that leaves the window */
  outHigh: Int32Array
  outLow: Int32Array
  /** takes the eight bits above the degree away and adds their remainder */
  modHigh: Int32Array
  modLow: Int32Array
}

let tables: RabinTables | undefined

/** The tables for Kubo's polynomial, computed at the first use. */
export function rabinTables (): RabinTables {
  tables ??= computeTables()
  return tables
}

function computeTables (): RabinTables {
  const computed = {
    outHigh: new Int32Array(256),
    outLow: new Int32Array(256),
    modHigh: new Int32Array(256),
    modLow: new Int32Array(256)
  }

  for (let byte = 0; byte < 256; byte++) {
    const out = remainder(BigInt(byte) << BigInt(8 * (RABIN_WINDOW_BYTES - 1)))
    const above = BigInt(byte) << DEGREE
    const mod = remainder(above) | above

    computed.outHigh[byte] = Number(BigInt.asIntN(32, out >> 32n))
    computed.outLow[byte] = Number(BigInt.asIntN(32, out))
    computed.modHigh[byte] = Number(BigInt.asIntN(32, mod >> 32n))
    computed.modLow[byte] = Number(BigInt.asIntN(32, mod))
  }

  return computed
}

/** Remainder of a polynomial over GF(2). */
function remainder (polynomial: bigint): bigint {
  for (let shift = BigInt(polynomial.toString(2).length) - 1n - DEGREE; shift >= 0n; shift--) {
    if ((polynomial >> (shift + DEGREE) & 1n) === 1n) {
      polynomial ^= POLYNOMIAL << shift
    }
  }

  return polynomial
}
