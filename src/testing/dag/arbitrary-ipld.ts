import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import type { IpldNode } from '../../ipld/data-model/ipld-node.ts'

/** Generates CIDv1 of random digests. */
export const arbitraryCid: fc.Arbitrary<CID> = fc.tuple(
  fc.constantFrom(0x55, 0x71, 0x70, 0x0129),
  fc.uint8Array({ minLength: 32, maxLength: 32 })
)
  .map(([code, digest]) => CID.createV1(code, create(0x12, digest)))

/** Limits of the values: dag-json has neither integers beyond 64 bits, nor floats that look like integers. */
export interface Limits {
  int: fc.Arbitrary<bigint>
  float: fc.Arbitrary<number>
}

/** Generates values of the whole data model. No map has the key `/`, which dag-json reserves. */
export function arbitraryNode ({ int, float }: Limits): fc.Arbitrary<IpldNode> {
  const key = fc.string({ unit: 'grapheme' }).filter((key) => key !== '/')

  return fc.letrec<{ node: IpldNode }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, false),
      int,
      float,
      fc.string({ unit: 'grapheme' }),
      fc.uint8Array({ maxLength: 40 }),
      arbitraryCid,
      fc.array(tie('node'), { maxLength: 5 }),
      fc.array(fc.tuple(key, tie('node')), { maxLength: 5 }).map((entries) => new Map(entries) as IpldNode)
    )
  })).node
}
