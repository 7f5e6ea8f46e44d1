import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { cidEncoder } from '../../cid/text/cid-encoder.ts'
import { toAddEvent } from './add-event.ts'

const cid = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
const cids = cidEncoder(undefined, undefined)

describe('toAddEvent', () => {
  it('writes the line of an added entry', () => {
    expect(toAddEvent({ type: 'added', name: 'd', cid, size: 4, mode: 0 }, cids)).toEqual({
      Name: 'd',
      Hash: cid.toString(),
      Size: '4'
    })
    expect(toAddEvent({ type: 'added', name: 'd', cid, size: 4, mode: 0o755, mtime: { secs: -7n, nsecs: 5 } }, cids))
      .toEqual({ Name: 'd', Hash: cid.toString(), Size: '4', Mode: '0755', Mtime: -7n, MtimeNsecs: 5 })
    expect(toAddEvent({ type: 'added', name: 'l', cid, size: 4, mode: 0o1000000777 }, cids).Mode).toBe('01000000777')
  })

  it('writes the line of progress', () => {
    expect(toAddEvent({ type: 'progress', name: 'a', bytes: 5, mode: 0 }, cids)).toEqual({ Name: 'a', Bytes: 5 })
  })
})
