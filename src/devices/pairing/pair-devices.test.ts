import { beforeEach, describe, expect, it } from 'vitest'
import { memoryMailboxes } from '../../testing/devices/memory-mailboxes.ts'
import type { MailboxStore } from '../../testing/devices/memory-mailboxes.ts'
import { TestDevice } from '../../testing/devices/test-device.ts'
import { TestNode } from '../../testing/test-node.ts'
import type { PairingProblem } from '../records/device-errors.ts'
import { CODE_VALID_MS, invitePairing, joinPairing } from './pair-devices.ts'
import type { PairingInit } from './pair-devices.ts'
import { createPairingCode, pairingCodeText, parsePairingCode } from './pairing-code.ts'

let store: MailboxStore
let now: number
let laptop: PairingInit
let phone: PairingInit
let nodes: TestDevice[]

beforeEach(async () => {
  now = Date.UTC(2026, 0)
  store = memoryMailboxes()
  nodes = await Promise.all(['Laptop', 'Phone'].map(async () => new TestDevice(await TestNode.start())))
  const inits = nodes.map(({ calls }, i): PairingInit => ({
    calls,
    device: ['Laptop', 'Phone'][i],
    openMailbox: store.open,
    nowMs: () => now,
    // Time passes while a device waits, and the other one gets its turn.
    pause: async (ms) => {
      now += ms
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
    },
    rounds: 2
  }))
  laptop = inits[0]
  phone = inits[1]
})

async function reasonOf (job: Promise<unknown>): Promise<PairingProblem | string> {
  return await job.then(() => 'no error', (err: Error & { reason?: PairingProblem }) => err.reason ?? err.message)
}

/** The names of the keys of a node. */
async function keys (device: TestDevice): Promise<string[]> {
  const [{ Keys }] = await device.run('key/ls') as [{ Keys: Array<{ Name: string }> }]
  return Keys.map(({ Name }) => Name)
}

describe('pairing', () => {
  it('gives both devices a common secret and the name of the other', async () => {
    const invite = await invitePairing(laptop)
    const join = await joinPairing(invite.code, phone)
    expect(join.device).toBe('Laptop')
    const confirmed = join.confirm()
    expect(await invite.answered()).toEqual({ device: 'Phone' })
    const [first, second] = await Promise.all([invite.accept(), confirmed])

    expect(first.secret).toBe(second.secret)
    expect(first.drive).toBe(second.drive)
    expect([first.isFirst, second.isFirst]).toEqual([true, false])
    expect(first.other).toMatchObject({
      device: 'Phone',
      name: second.name,
      peer: String(nodes[1].node.node.identity.peerId)
    })
    expect(second.other).toMatchObject({ device: 'Laptop', name: first.name })
    expect(await keys(nodes[0])).toEqual(['self', first.keyName])
    expect(await keys(nodes[1])).toEqual(['self', second.keyName])
  })

  it('refuses a wrong code', async () => {
    await invitePairing(laptop)
    expect(await reasonOf(joinPairing(createPairingCode(), phone))).toBe('not-found')
    expect(await keys(nodes[1])).toEqual(['self'])
  })

  it('refuses a code that was used', async () => {
    const invite = await invitePairing(laptop)
    const join = await joinPairing(invite.code, phone)
    const confirmed = join.confirm()
    await invite.answered()
    await Promise.all([invite.accept(), confirmed])
    expect(await reasonOf(joinPairing(invite.code, phone))).toBe('expired')
  })

  it('gives a second device nothing if the relay hides that the code was used', async () => {
    const invite = await invitePairing(laptop)
    const offer = store.messages()[0]
    const join = await joinPairing(invite.code, phone)
    const confirmed = join.confirm()
    await invite.answered()
    await Promise.all([invite.accept(), confirmed])

    store.replace(0, offer)
    const third = { ...phone, calls: new TestDevice(await TestNode.start()).calls, device: 'Thief' }
    expect(await reasonOf((await joinPairing(invite.code, third)).confirm())).toBe('invalid')
  })

  it('refuses a code after ten minutes on both sides', async () => {
    const invite = await invitePairing(laptop)
    const late = await joinPairing(invite.code, phone)
    now += CODE_VALID_MS + 1
    expect(await reasonOf(late.confirm())).toBe('expired')
    expect(await reasonOf(invite.answered())).toBe('expired')
    expect(await reasonOf(joinPairing(invite.code, phone))).toBe('expired')
  })

  it('does not accept an answer after the code has expired', async () => {
    const invite = await invitePairing(laptop)
    const join = await joinPairing(invite.code, phone)
    void join.confirm().catch(() => {})
    await invite.answered()
    now += CODE_VALID_MS + 1
    expect(await reasonOf(invite.accept())).toBe('expired')
  })

  it('tells the other device that the person refused, and keeps no keys', async () => {
    const invite = await invitePairing(laptop)
    const join = await joinPairing(invite.code, phone)
    const confirmed = reasonOf(join.confirm())
    await invite.answered()
    await invite.decline()
    expect(await confirmed).toBe('declined')
    expect(await keys(nodes[0])).toEqual(['self'])
    expect(await keys(nodes[1])).toEqual(['self'])
  })

  it('exchanges nothing after the offer before the person of the other device confirms', async () => {
    const invite = await invitePairing(laptop)
    await joinPairing(invite.code, phone)
    expect(store.messages()).toHaveLength(1)
    await invite.close()
  })

  it.each([0, 1, 2])('refuses message %i if it was changed', async (place) => {
    store.change = (text, at) => at === place ? text.replace(/.(?=.{40}$)/, (char) => char === 'x' ? 'y' : 'x') : text
    const invite = await invitePairing(laptop)
    const joined = joinPairing(invite.code, phone).then(async (join) => await join.confirm())
    const accepted = invite.answered().then(async () => await invite.accept())
    const reasons = await Promise.all([joined, accepted].map(reasonOf))
    expect(reasons).toContain('invalid')
    expect(reasons[0]).not.toBe('no error')
  })

  it('refuses messages of another pairing with the same code', async () => {
    const invite = await invitePairing(laptop)
    const join = await joinPairing(invite.code, phone)
    const confirmed = join.confirm()
    await invite.answered()
    await Promise.all([invite.accept(), confirmed])

    // The relay still delivers the messages of the first pairing.
    const again = await invitePairing({ ...laptop, createCode: () => invite.code })
    expect(await reasonOf(again.answered())).toBe('invalid')
    const second = await invitePairing({ ...laptop, createCode: () => invite.code })
    const other = await joinPairing(second.code, phone)
    expect(await reasonOf(other.confirm())).toBe('invalid')
  })

  it('reports that no router stores the messages', async () => {
    store.isDown = true
    expect(await reasonOf(invitePairing(laptop))).toBe('unreachable')
    expect(await keys(nodes[0])).toEqual(['self'])
  })

  it('does not show the relay a name, a peer ID or an address', async () => {
    const invite = await invitePairing(laptop)
    const join = await joinPairing(invite.code, phone)
    const confirmed = join.confirm()
    await invite.answered()
    await Promise.all([invite.accept(), confirmed])
    const seen = store.messages().map((text) => text + atob(text.slice(15).replaceAll('-', '+').replaceAll('_', '/')))

    for (const secret of ['Laptop', 'Phone', String(nodes[0].node.node.identity.peerId), invite.code]) {
      expect(seen.join('\n')).not.toContain(secret)
    }
  })
})

describe('a pairing code', () => {
  it('is read as a person types it', () => {
    expect(parsePairingCode(' 7gkd 2m9x–qf4t ')).toBe('7GKD2M9XQF4T')
    expect(parsePairingCode('OIL1-OOOO-OOOO')).toBe('011100000000')
    expect(parsePairingCode('7GKD-2M9X')).toBeUndefined()
    expect(parsePairingCode('7GKD-2M9X-QF4U')).toBeUndefined()
  })

  it('has 60 random bits', () => {
    const codes = Array.from({ length: 200 }, createPairingCode)
    expect(new Set(codes).size).toBe(200)
    expect(new Set(codes.join('')).size).toBe(32)
    expect(pairingCodeText(codes[0])).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect(parsePairingCode(pairingCodeText(codes[0]))).toBe(codes[0])
  })
})
