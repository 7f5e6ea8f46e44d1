import { describe, expect, it } from 'vitest'
import { BlockPipeline } from '../pipeline/block-pipeline.ts'
import { CidBuilder } from '../pipeline/cid-builder.ts'
import { importSymlink } from './import-symlink.ts'

async function symlink (target: string, version: 0 | 1, secs?: bigint): Promise<string> {
  const pipeline = new BlockPipeline(() => {}, new CidBuilder({ version, hash: 0x12 }))
  const { link } = await importSymlink(target, pipeline, { mtime: secs == null ? undefined : { secs, nsecs: 0 } })
  const { cid, tsize } = await link
  return `${cid} ${tsize}`
}

describe('importSymlink', () => {
  it('creates the symlinks of Kubo', async () => {
    expect(await symlink('target/path', 0)).toBe('QmRr9MZFL27SoS79zCANcZvQ59a2UQFhKEE8erTxViUUDe 17')
    expect(await symlink('target/path', 1)).toBe('bafybeibueffulcyn3274lur7fj4hoe3d5gnhitanykmeej3vlrtvaqxmwe 17')
    expect(await symlink('tgt', 0, 5n)).toBe('QmZomNAyiREHdCxfKvktmFSpDAystgsqht8DzrzL1xH9aY 13')
    expect(await symlink('', 0)).toBe('QmYEBcNGyt1PQxXbBUT56p4MKB54Xz6STbZHaPAwtrgX4N 6')
    expect(await symlink('', 0, 5n)).toBe('QmVmNXSPr2cruBJPebnsWMGVvfXMZG3pkEUhCBmtdeKbqB 10')
  })
})
