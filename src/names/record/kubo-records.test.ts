import { createIPNSRecord, IPNSEntry } from '@helia/ipns'
import { encode } from '@ipld/dag-cbor'
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField } from '../../bytes/protobuf/protobuf-writer.ts'
import { checkRecord, isNewer } from './check-record.ts'
import { createRecord } from './create-record.ts'
import { parseIpnsName } from './ipns-name.ts'
import { readEnvelope, readRecord } from './read-record.ts'

/**
 * Records of Kubo v0.40.0 with the key whose seed is 32 times 7: `name publish --lifetime=3h7m --ttl=90s`, the second
 * one with `--v1compat=false`.
 */
const OLD = 'CkEvaXBmcy9iYWZrcmVpaG5vYWJsaW9wanZzY2Y2aXJ2cHdiY3hsYXVpcnpxN3Bud2Fmd3Q1' +
  'c2tkZWtsM3QzZTdvbRJApHG1qhK2gVa7lRQiap+AbP4dDgWZzm3VjXmvS4edRwvsrhlx/wn2' +
  'gih7AUQR4IheB9FvFI3qp+2sYT/Om3pVChgAIh4yMDI2LTExLTIyVDA2OjMxOjEyLjAyNTM4' +
  'NTI2NVooBzCAiKyjzwJCQIB1mQQ/9ktPHbYNEghVGqyhr0tAyQWlRgH4vpf/PaFN8H/ee0Fb' +
  'w+2jA7zH9cvmZbko+WswCbb9UzW5h6QGMQRKmAGlY1RUTBsAAAAU9GsEAGVWYWx1ZVhBL2lw' +
  'ZnMvYmFma3JlaWhub2FibGlvcGp2c2NmNmlydnB3YmN4bGF1aXJ6cTdwbndhZnd0NXNrZGVr' +
  'bDN0M2U3b21oU2VxdWVuY2UHaFZhbGlkaXR5WB4yMDI2LTExLTIyVDA2OjMxOjEyLjAyNTM4NTI2NVpsVmFsaWRpdHlUeXBlAA=='
const NEW = 'QkAyT4CaS2iKpMNy43fiGBGTqxMb3P4wVDbeqh1kG6HXv/mLlCq+vGPOzd1UKc1YmYeXUyQI' +
  'f7AMqkRAvpE/s90NSpgBpWNUVEwbAAAAFPRrBABlVmFsdWVYQS9pcGZzL2JhZmtyZWlobm9h' +
  'Ymxpb3BqdnNjZjZpcnZwd2JjeGxhdWlyenE3cG53YWZ3dDVza2Rla2wzdDNlN29taFNlcXVl' +
  'bmNlCGhWYWxpZGl0eVgeMjAyNi0xMS0yMlQwNjozMToxMi4wODY5MTI3MzVabFZhbGlkaXR5VHlwZQA='
const NAME = parseIpnsName('k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4')
const VALUE = '/ipfs/bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om'
const MADE_MS = Date.UTC(2026, 10, 22, 4)

const bytes = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'))

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const KEY = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(9))
const OWN = KEY.publicKey.toMultihash()

/**
 * Signs a record with any fields.
 *
 * @param isLegacy - whether to add copies of the fields for older nodes; `copies` replaces some of them
 */
async function signedRecord (
  fields: Record<string, unknown>,
  isLegacy = false,
  copies: Record<string, unknown> = {}
): Promise<Uint8Array> {
  const document = {
    Value: utf8(VALUE),
    Validity: utf8('2038-01-01T00:00:00Z'),
    ValidityType: 0,
    Sequence: 0,
    TTL: 0,
    ...fields
  }
  const data = encode(document)
  const copy = { ...document, ...copies } as {
    Value: Uint8Array
    Validity: Uint8Array
    ValidityType: number
    Sequence: number | bigint
    TTL: number | bigint
  }
  const legacy = [
    ...bytesField(1, copy.Value),
    ...bytesField(2, Uint8Array.of(1)),
    ...field(3, copy.ValidityType),
    ...bytesField(4, copy.Validity),
    ...field(5, copy.Sequence),
    ...field(6, copy.TTL)
  ]
  return concatBytes([
    ...isLegacy ? legacy : [],
    ...bytesField(8, await KEY.sign(concatBytes([utf8('ipns-signature:'), data]))),
    ...bytesField(9, data)
  ])
}

/** Encodes a varint field of 64 bits. */
function field (number: number, value: number | bigint): Uint8Array[] {
  const bytes = [number << 3]
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest >= 128n; rest >>= 7n) {
    bytes.push(Number(rest & 127n) | 128)
  }
  return [Uint8Array.from([...bytes, Number(rest)])]
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: MADE_MS })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a record that Kubo created', () => {
  test.each([[OLD, 'V1+V2', 7n, 25_385_265], [NEW, 'V2', 8n, 86_912_735]] as const)(
    'is read and accepted: %#',
    async (record, signatureType, sequence, nsecs) => {
      expect(readRecord(bytes(record))).toEqual({
        value: VALUE,
        validityType: 0n,
        validity: { secs: BigInt(Date.UTC(2026, 10, 22, 6, 31, 12) / 1000), nsecs },
        sequence,
        ttlNs: 90_000_000_000n,
        signatureType
      })
      await checkRecord(NAME, bytes(record))
    }
  )

  test('expires at its end of validity', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 22, 6, 31, 13))
    await expect(checkRecord(NAME, bytes(OLD))).rejects.toMatchObject({ name: 'ExpiredRecordError' })
  })

  test('is ordered', () => {
    expect([isNewer(bytes(NEW), bytes(OLD)), isNewer(bytes(OLD), bytes(NEW)), isNewer(bytes(OLD), bytes(OLD))]).toEqual(
      [true, false, false]
    )
  })

  test('is reproduced byte for byte, except for its time', async () => {
    const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(7))

    for (
      const [record, v1compat, sequence, validity] of [[OLD, true, 7n, '2026-11-22T06:31:12.025385265Z'], [
        NEW,
        false,
        8n,
        '2026-11-22T06:31:12.086912735Z'
      ]] as const
    ) {
      // Kubo's clock has a resolution of nanoseconds
      const toISOString = vi.spyOn(Date.prototype, 'toISOString').mockReturnValue(validity)
      expect(
        Buffer.from(
          await createRecord(key, { value: VALUE, sequence, validityMs: 0, ttlNs: 90_000_000_000n, v1compat })
        ).toString('base64')
      ).toBe(record)
      toISOString.mockRestore()
    }
  })
})

describe('a record', () => {
  test('contains its fields', async () => {
    const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(9))
    const name = key.publicKey.toMultihash()

    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sequence: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
          validityMs: fc.integer({ min: MADE_MS + 1000, max: MADE_MS + 1e12 }),
          ttlNs: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
          v1compat: fc.boolean(),
          below: fc.stringMatching(/^[^/\s.]*$/)
        }),
        async ({ below, ...init }) => {
          const value = below === '' ? VALUE : `${VALUE}/${below}`
          const record = await createRecord(key, { ...init, value })
          await checkRecord(name, record)
          expect(readRecord(record)).toEqual({
            value,
            validityType: 0n,
            validity: { secs: BigInt(Math.floor(init.validityMs / 1000)), nsecs: init.validityMs % 1000 * 1e6 },
            sequence: init.sequence,
            ttlNs: init.ttlNs,
            signatureType: init.v1compat ? 'V1+V2' : 'V2'
          })
        }
      ),
      { numRuns: 40 }
    )
  })

  /** The messages are those of Kubo 0.40.0, `name inspect --verify`. */
  test('is rejected with a reason', async () => {
    const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(9))
    const record = await createRecord(key, {
      value: VALUE,
      sequence: 2n ** 63n - 2n,
      validityMs: MADE_MS + 1000,
      ttlNs: 2n ** 40n,
      v1compat: true
    })
    const swapped = (from: number[], to: number[], which: 'first' | 'last'): Uint8Array => {
      const hex = (bytes: number[]): string => Buffer.from(bytes).toString('hex')
      const text = Buffer.from(record).toString('hex')
      const at = which === 'first' ? text.indexOf(hex(from)) : text.lastIndexOf(hex(from))
      expect(at).toBeGreaterThan(0)
      return bytes(Buffer.from(text.slice(0, at) + hex(to) + text.slice(at + to.length * 2), 'hex').toString('base64'))
    }
    const ttl = [0, 0, 1, 0, 0, 0, 0, 0]
    const sequence = [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe]
    const refused = async (
      record: Uint8Array,
      name: Parameters<typeof checkRecord>[0],
      message: string
    ): Promise<void> => {
      await expect(checkRecord(name, record)).rejects.toMatchObject({ name: 'InvalidRecordError', message })
    }
    const own = key.publicKey.toMultihash()

    await checkRecord(own, record)
    await refused(swapped(sequence, [0xff, ...sequence.slice(1)], 'last'), own, 'signature verification failed')
    await refused(swapped(ttl, [0, 0, 2, 0, 0, 0, 0, 0], 'last'), own, 'signature verification failed')
    await refused(
      swapped(
        [...VALUE].map((char) => char.charCodeAt(0)),
        [...VALUE.toUpperCase()].map((char) => char.charCodeAt(0)),
        'first'
      ),
      own,
      'field "Value" did not match between protobuf and CBOR'
    )
    await refused(
      record,
      parseIpnsName('QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN'),
      'public key is not embedded in peer ID'
    )
    await refused(record, NAME, 'signature verification failed')
  })

  test('has limits for its fields', async () => {
    const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(9))
    const init = { value: VALUE, sequence: 0n, validityMs: MADE_MS, ttlNs: 0n, v1compat: true }
    await expect(createRecord(key, { ...init, value: `${VALUE}/x ` })).rejects.toThrow(
      'a name cannot lead to a path that begins or ends with white space'
    )
    await expect(createRecord(key, { ...init, ttlNs: -1n })).rejects.toThrow('ttl must be >= 0')
    await expect(createRecord(key, { ...init, sequence: 2n ** 64n })).rejects.toThrow('sequence number is too large')
  })

  test.each([
    '',
    'never',
    '2050-02-30T00:00:00Z',
    '2050-13-01T00:00:00Z',
    '2050-01-01T00:00:00',
    'x2050-01-01T00:00:00Z',
    '\uFEFF2050-01-01T00:00:00Z'
  ])('that is signed with the validity %j is not valid', async (validity) => {
    const record = await signedRecord({ Validity: utf8(validity) })
    expect(readRecord(record).validity).toBeUndefined()
    await expect(checkRecord(OWN, record)).rejects.toMatchObject({
      name: 'InvalidRecordError',
      message: 'record contains an invalid validity'
    })
    const legacy = await signedRecord({ Validity: utf8(validity) }, true)
    await expect(checkRecord(OWN, legacy)).rejects.toMatchObject({
      name: 'InvalidRecordError',
      message: 'record contains an invalid validity'
    })
  })

  /** Kubo writes the sequence as a negative integer, others write it unsigned. */
  test.each([2n ** 63n - 1n, 2n ** 63n, 2n ** 63n + 1n, 2n ** 64n - 1n])(
    'of the sequence %s is valid in both forms, and newer than those before',
    async (sequence) => {
      const before = await signedRecord({ Sequence: sequence - 1n })

      for (
        const record of [
          await signedRecord({ Sequence: sequence }),
          await signedRecord({ Sequence: BigInt.asIntN(64, sequence) }),
          await signedRecord({ Sequence: sequence }, true)
        ]
      ) {
        await checkRecord(OWN, record)
        expect(readRecord(record)).toMatchObject({ value: VALUE, sequence })
        expect([isNewer(record, before), isNewer(before, record)]).toEqual([true, false])
      }
    }
  )

  /** The verification does not cover the value, as in boxo. */
  test.each<[string, Uint8Array, string | undefined]>([
    ['nothing', new Uint8Array(), '/ipfs/bafkqaaa'],
    ['no path', utf8('javascript:alert(1)'), undefined],
    ['no text', Uint8Array.of(0xff, 0xfe), undefined],
    ['white space around a path', utf8(` ${VALUE} `), undefined],
    ['a path of no content', utf8('/x'), undefined]
  ])('whose value is %s is valid', async (_, value, path) => {
    for (const record of [await signedRecord({ Value: value }), await signedRecord({ Value: value }, true)]) {
      await checkRecord(OWN, record)
      expect(readRecord(record).value).toBe(path)
    }
  })

  test.each(['Value', 'Validity', 'ValidityType', 'Sequence', 'TTL'])(
    'is invalid if the copy of %s for older nodes differs',
    async (field) => {
      const other = {
        Value: utf8(`${VALUE}/x`),
        Validity: utf8('2039-01-01T00:00:00Z'),
        ValidityType: 1,
        Sequence: 7,
        TTL: 7
      }[field]
      await expect(checkRecord(OWN, await signedRecord({}, true, { [field]: other }))).rejects.toMatchObject({
        message: `field "${field}" did not match between protobuf and CBOR`
      })
    }
  )

  test('of any bytes is read or rejected', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.tuple(fc.nat(200), fc.nat(255)).map(([at, byte]) => {
            const changed = bytes(NEW)
            changed[at] = byte
            return changed
          })
        ),
        (input) => {
          try {
            expect(typeof readRecord(input).signatureType).toBe('string')
          } catch (err) {
            expect((err as Error).name).toBe('InvalidRecordError')
          }
        }
      ),
      { numRuns: 500 }
    )
  })
})

test.each([
  ['V1 and V2', true],
  ['V2', false]
])('a record with the signatures %s has the same bytes as one of @helia/ipns', async (_, v1compat) => {
  const validityMs = Date.UTC(2038, 0, 2, 3, 4, 5, 678)
  const init = { value: VALUE, sequence: 300n, validityMs, ttlNs: 90_000_000_000n, v1compat }
  const key = KEY as unknown as Parameters<typeof createIPNSRecord>[0]
  const reference = await createIPNSRecord(key, VALUE, init.sequence, validityMs, {
    now: 0,
    ttlNs: init.ttlNs,
    v1Compatible: v1compat
  })
  expect(await createRecord(KEY, init)).toEqual(IPNSEntry.encode(reference))
})

test('a record keeps its path unchanged', async () => {
  const value = '/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/a//b'
  const made = await createRecord(KEY, {
    value,
    sequence: 0n,
    validityMs: Date.UTC(2038, 0),
    ttlNs: 0n,
    v1compat: true
  })
  expect(new TextDecoder().decode(readEnvelope(made).value)).toBe(value)
  await expect(createRecord(KEY, { value: 'x', sequence: 0n, validityMs: 0, ttlNs: 0n, v1compat: true })).rejects
    .toThrow('a slash')
})
