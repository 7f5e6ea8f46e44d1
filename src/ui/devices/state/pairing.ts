import { rpc } from '../../../client/index.ts'
import { BASE } from '../../../client/protocol/base.ts'
import { removeOldMailboxes } from '../../../devices/pairing/mailbox.ts'
import { invitePairing, joinPairing } from '../../../devices/pairing/pair-devices.ts'
import type { PairingInvite, PairingJoin } from '../../../devices/pairing/pair-devices.ts'
import { parsePairingCode } from '../../../devices/pairing/pairing-code.ts'
import { PairingError } from '../../../devices/records/device-errors.ts'
import type { PairingProblem } from '../../../devices/records/device-errors.ts'
import { recordAddresses } from '../../../devices/records/device-record.ts'
import { isError } from '../../../errors/define-error.ts'
import { askNode } from '../../client/ask-node.ts'
import { whenReadyOrFailed } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'
import { makePersistent } from '../../storage/state/storage.ts'
import { pairingLink } from '../lib/pairing-link.ts'
import type { PairingLink } from '../lib/pairing-link.ts'
import { allowStreams, deviceCalls } from './device-node.ts'
import { addPair } from './devices.ts'

export type PairingState =
  | { is: 'idle' }
  /** a code is made, a device is looked for, or the pair is saved */
  | { is: 'working'; step: 'making' | 'finding' | 'saving' }
  | { is: 'showing'; code: string; link: string; expiresMs: number }
  | { is: 'entering' }
  /** a question to the person: on the device that shows the code, or on the one that entered it */
  | { is: 'asking'; device: string; isInviter: boolean }
  /** the person has confirmed here, and not yet on the other device */
  | { is: 'confirming'; device: string }
  | { is: 'failed'; problem: PlainError }

/** The pairing that is under way. */
export const pairing = new Store<PairingState>({ is: 'idle' })

let current: { stop: AbortController; end: () => Promise<void>; answer: (isYes: boolean) => Promise<void> } | undefined

/** Makes a code, shows it, and waits for the other device. */
export async function showCode (device: string): Promise<void> {
  await pair('making', async (signal) => {
    const invite = await invitePairing({ calls: deviceCalls, device, signal })
    leaveBy(async () => {
      await invite.close()
    })
    pairing.set({
      is: 'showing',
      code: invite.code,
      link: pairingLink(location.origin + BASE, { code: invite.code, address: await ownAddress() }),
      expiresMs: invite.expiresMs
    })
    await waitForAnswer(invite, signal)
  })
}

/** Lets the person type a code. */
export function enterCode (): void {
  pairing.set({ is: 'entering' })
}

/** Looks for the device that shows a code, and asks the person. */
export async function useCode (text: string, device: string, address?: string): Promise<void> {
  await pair('finding', async (signal) => {
    const code = parsePairingCode(text)

    if (code == null) {
      throw new PairingError('not-found', 'not a code')
    }

    if (address != null) {
      void askNode('swarm/connect', { args: [address], options: { timeout: '15s' }, signal }).catch(() => {})
    }

    const join = await joinPairing(code, { calls: deviceCalls, device, signal })
    signal.throwIfAborted()
    leaveBy(async () => {
      await join.close()
    })
    await askJoin(join, signal)
  })
}

/** Looks for the device of a link. */
export async function usePairingLink ({ code, address }: PairingLink, device: string): Promise<void> {
  await useCode(code, device, address)
}

/** Answers the question whether to pair. */
export async function answerPairing (isYes: boolean): Promise<void> {
  await current?.answer(isYes)
}

/** Ends the pairing. */
export async function cancelPairing (): Promise<void> {
  const ending = current
  current = undefined
  pairing.set({ is: 'idle' })
  ending?.stop.abort()
  await ending?.end().catch(() => {})
}

/** Runs a pairing, and shows its error. */
async function pair (step: 'making' | 'finding', job: (signal: AbortSignal) => Promise<void>): Promise<void> {
  await cancelPairing()
  const stop = new AbortController()
  const mine = { stop, end: async () => {}, answer: async () => {} }
  current = mine
  pairing.set({ is: 'working', step })

  try {
    await whenReadyOrFailed({ signal: stop.signal })
    await removeOldMailboxes(deviceCalls)
    await job(stop.signal)
  } catch (err) {
    if (current === mine) {
      await cancelPairing()
      pairing.set(isAbort(err) ? { is: 'idle' } : { is: 'failed', problem: pairingProblem(err as Error) })
    }
  }
}

async function waitForAnswer (invite: PairingInvite, signal: AbortSignal): Promise<void> {
  const { device } = await invite.answered()
  signal.throwIfAborted()
  const isYes = await ask(device, true)

  if (!isYes) {
    await invite.decline()
    await cancelPairing()
    return
  }

  await save(async () => await invite.accept())
}

async function askJoin (join: PairingJoin, signal: AbortSignal): Promise<void> {
  const isYes = await ask(join.device, false)
  signal.throwIfAborted()

  if (!isYes) {
    await cancelPairing()
    return
  }

  pairing.set({ is: 'confirming', device: join.device })
  await save(async () => await join.confirm())
}

/** Resolves with the person's answer. */
async function ask (device: string, isInviter: boolean): Promise<boolean> {
  return await new Promise((resolve) => {
    if (current != null) {
      current.answer = async (isYes) => {
        resolve(isYes)
      }
    }

    pairing.set({ is: 'asking', device, isInviter })
  })
}

async function save (finish: () => Promise<Parameters<typeof addPair>[0]>): Promise<void> {
  const state = await finish()
  pairing.set({ is: 'working', step: 'saving' })
  current = undefined
  void makePersistent()
  await allowStreams()
  await addPair(state)
  pairing.set({ is: 'idle' })
}

function leaveBy (end: () => Promise<void>): void {
  if (current != null) {
    current.end = end
  }
}

async function ownAddress (): Promise<string | undefined> {
  const { Addresses } = await rpc<{ Addresses: string[] | null }>('id')
  return recordAddresses(Addresses ?? []).find((address) => address.includes('/p2p-circuit'))
}

function pairingProblem (err: Error): PlainError {
  return isError(err, PairingError)
    ? retold(() => ({ ...problemWords(err.reason), detail: err.message }))
    : plainError(err)
}

function problemWords (reason: PairingProblem): Pick<PlainError, 'what' | 'next'> {
  switch (reason) {
    case 'not-found':
      return {
        what: t('No device shows this code.'),
        next: t('Compare it with the code on the other device, and check that both are online.')
      }
    case 'expired':
      return { what: t('This code was used already, or has expired.'), next: t('Make a new code on the other device.') }
    case 'invalid':
      return {
        what: t('The answer of the other device does not belong to this code.'),
        next: t('Nothing was exchanged. Make a new code.')
      }
    case 'declined':
      return { what: t('The other device refused.') }
    case 'unreachable':
      return {
        what: t('The code could not be published.'),
        next: t('Pairing needs a connection to a router or the DHT. Check the network settings.')
      }
  }
}
