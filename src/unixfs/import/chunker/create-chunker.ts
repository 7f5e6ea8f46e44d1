import { BuzhashCutter } from './buzhash-cutter.ts'
import { Chunker } from './chunker.ts'
import type { ChunkerSpec } from './parse-chunker.ts'
import { RabinCutter } from './rabin-cutter.ts'
import { SizeCutter } from './size-cutter.ts'

/** Creates a chunker for one file. */
export function createChunker (spec: ChunkerSpec): Chunker {
  switch (spec.kind) {
    case 'size':
      return new Chunker(new SizeCutter(spec.size))
    case 'rabin':
      return new Chunker(new RabinCutter(spec.min, spec.avg, spec.max))
    case 'buzhash':
      return new Chunker(new BuzhashCutter())
  }
}
