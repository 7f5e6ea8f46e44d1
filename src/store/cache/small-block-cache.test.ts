import { describe, expect, test } from 'vitest'
import { SmallBlockCache } from './small-block-cache.ts'

const block = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(7)

describe('SmallBlockCache', () => {
  test('returns added blocks, and not deleted ones', () => {
    const recent = new SmallBlockCache()
    recent.keep('a', block(10), recent.generation, true)
    recent.keep('b', block(10), recent.generation, true)
    recent.forget(['a'])

    expect(recent.get('a')).toBeUndefined()
    expect(recent.get('b')).toHaveLength(10)
  })

  test('does not contain a block that was deleted while it was read', () => {
    const recent = new SmallBlockCache()
    const before = recent.generation
    recent.forget(['a'])
    recent.keep('a', block(10), before, true)

    expect(recent.get('a')).toBeUndefined()
  })

  test('does not contain large blocks, and views of large buffers', () => {
    const recent = new SmallBlockCache()
    recent.keep('large', block(65_537), recent.generation, true)
    recent.keep('view', block(1_000_000).subarray(0, 10), recent.generation, true)

    recent.keep('directory', block(200_000), recent.generation, false)
    recent.keep('large node', block(262_144), recent.generation, false)

    expect(recent.get('directory')).toHaveLength(200_000)
    expect(recent.get('large node')).toBeUndefined()
    expect(recent.get('large')).toBeUndefined()
    expect(recent.get('view')).toBeUndefined()
  })

  test('drops a block whose buffer was transferred', () => {
    const recent = new SmallBlockCache()
    const bytes = block(10)
    recent.keep('a', bytes, recent.generation, true)
    structuredClone(bytes.buffer, { transfer: [bytes.buffer as ArrayBuffer] })

    expect(recent.get('a')).toBeUndefined()
  })

  test('stays within its limit and evicts the least recently used block first', () => {
    const recent = new SmallBlockCache()

    for (let i = 0; i < 127; i++) {
      recent.keep(String(i), block(65_536), recent.generation, true)
    }
    expect(recent.get('0')).toHaveLength(65_536)
    recent.keep('one more', block(65_536), recent.generation, true)
    recent.keep('two more', block(65_536), recent.generation, true)

    expect(recent.get('1') == null).toBe(true)
    expect(recent.get('0') == null).toBe(false)
    expect(recent.get('two more') == null).toBe(false)
  })

  test('does not evict blocks that were used again when very many others are read', () => {
    const recent = new SmallBlockCache()
    recent.keep('directory', block(1000), recent.generation, true)
    recent.get('directory')

    for (let i = 0; i < 1000; i++) {
      recent.keep(String(i), block(65_536), recent.generation, true)
    }

    expect(recent.get('directory')).toHaveLength(1000)
  })

  test('counts the overhead of an entry in addition to its bytes', () => {
    const recent = new SmallBlockCache()
    for (let i = 0; i < 100_000; i++) {
      recent.keep(String(i), block(10), recent.generation, true)
    }
    let kept = 0
    for (let i = 0; i < 100_000; i++) {
      kept += recent.get(String(i)) == null ? 0 : 1
    }
    expect(kept).toBeGreaterThan(10_000)
    expect(kept).toBeLessThan(20_000)
  })
})
