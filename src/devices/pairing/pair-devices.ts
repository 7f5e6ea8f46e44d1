import { base64url } from 'multiformats/bases/base64'
import { secretText } from '../drive/pair-state.ts'
import type { PairState } from '../drive/pair-state.ts'
import { callOnce } from '../node-calls.ts'
import type { NodeCalls } from '../node-calls.ts'
import { PairingError } from '../records/device-errors.ts'
import { recordAddresses } from '../records/device-record.ts'
import { deriveKey, openValue, sealValue } from '../records/sealed.ts'
import { createKey, removeKeys } from '../records/signed-records.ts'
import { safeDeviceName } from '../tree/copy-name.ts'
import { openNameMailbox } from './mailbox.ts'
import type { Mailbox, OpenMailbox } from './mailbox.ts'
import { createPairingCode } from './pairing-code.ts'
import {
  agreeOnSecret,
  codeSecrets,
  createAgreement,
  messageHash,
  pairId,
  PAIRING_STEPS,
  publicKeyText
} from './pairing-keys.ts'
import type { CodeSecrets, PairingStep } from './pairing-keys.ts'
import { createNonce, parseIntroduction, parseOffer } from './pairing-message.ts'
import type { DeviceIntroduction } from './pairing-message.ts'

/** Time for which a code is valid. */
export const CODE_VALID_MS = 10 * 60_000

/** Time for which a device looks for the offer of a code. */
const FIND_MS = 40_000

/** Pause between two looks into a mailbox. */
const LOOK_MS = 1500

export interface PairingInit {
  calls: NodeCalls
  /** display name of this device */
  device: string
  signal?: AbortSignal
  /** default: IPNS names in the network */
  openMailbox?: OpenMailbox
  nowMs?: () => number
  /** default: waits */
  pause?: (ms: number) => Promise<void>
  /** rounds of PBKDF2; tests need fewer */
  rounds?: number
  createCode?: () => string
}

/** The side of a device that shows a code. */
export interface PairingInvite {
  code: string
  expiresMs: number
  /**
   * Waits for a device that entered the code.
   *
   * @returns its display name, for the question to the person
   * @throws PairingError if the code expires first
   */
  answered: () => Promise<{ device: string }>
  /** Pairs with the device that answered. */
  accept: () => Promise<PairState>
  /** Refuses the device that answered. */
  decline: () => Promise<void>
  /** Ends the pairing. The code is of no use afterwards. */
  close: () => Promise<void>
}

/** The side of a device that enters a code. */
export interface PairingJoin {
  /** display name of the device that shows the code */
  device: string
  /**
   * Answers the offer, and waits until the person of the other device accepts.
   *
   * @throws PairingError if they refuse, or the code expires first
   */
  confirm: () => Promise<PairState>
  close: () => Promise<void>
}

/**
 * Offers to pair with the device that enters the returned code.
 *
 * Three messages are exchanged, encrypted with a key of the code: the offer, the answer, and the acceptance. Each
 * contains or is bound to the hash of the one before, so that no message of another pairing fits.
 *
 * @throws PairingError if no router stores the offer
 */
export async function invitePairing (init: PairingInit): Promise<PairingInvite> {
  const code = (init.createCode ?? createPairingCode)()
  const pairing = await Pairing.open(code, init)

  try {
    const offer = {
      ...await pairing.introduction(),
      nonce: createNonce(),
      expiresMs: pairing.nowMs() + CODE_VALID_MS
    }
    const offered = await sealValue(pairing.secrets.key, offer, 'offer')
    await pairing.post('offer', offered)
    return invite(pairing, { code, expiresMs: offer.expiresMs, offered })
  } catch (err) {
    await pairing.close({ isPaired: false })
    throw err
  }
}

function invite (
  pairing: Pairing,
  { code, expiresMs, offered }: { code: string; expiresMs: number; offered: string }
): PairingInvite {
  let answer: { text: string; from: DeviceIntroduction } | undefined
  let isEnded = false

  const end = async (isPaired: boolean): Promise<void> => {
    if (isEnded) {
      return
    }

    isEnded = true
    // Another device that enters the code learns why it does not work. Without this message it would just wait.
    await sealValue(pairing.secrets.key, { isUsed: true }, 'offer')
      .then(async (used) => {
        await pairing.post('offer', used)
      }).catch(() => {})
    await pairing.close({ isPaired })
  }

  const reply = async (isAccepted: boolean): Promise<Uint8Array<ArrayBuffer>> => {
    if (answer == null || isEnded) {
      throw new PairingError('expired', 'no device waits for an answer')
    }

    if (pairing.nowMs() > expiresMs) {
      throw new PairingError('expired', 'the code has expired')
    }

    const secret = await pairing.agree(answer.from, [offered, answer.text])
    const key = await deriveKey(secret, 'accept')
    await pairing.post('accept', await sealValue(key, { isAccepted }, await messageHash(answer.text)))
    return secret
  }

  return {
    code,
    expiresMs,
    answered: async () => {
      const context = `answer ${await messageHash(offered)}`
      answer = await pairing.poll('answer', expiresMs, async (text) => ({
        text,
        from: parseIntroduction(await openValue(pairing.secrets.key, text, context))
      }))
      return { device: answer.from.device }
    },
    accept: async () => {
      const secret = await reply(true)
      const state = await pairing.state(secret, answer!.from, true)
      await end(true)
      return state
    },
    decline: async () => {
      await reply(false).catch(() => {})
      await end(false)
    },
    close: async () => {
      await end(false)
    }
  }
}

/**
 * Looks for the device that shows a code.
 *
 * @throws PairingError if there is none, or the code was used or has expired
 */
export async function joinPairing (code: string, init: PairingInit): Promise<PairingJoin> {
  const pairing = await Pairing.open(code, init)

  try {
    const { text, offer } = await pairing.poll('offer', pairing.nowMs() + FIND_MS, async (text) => ({
      text,
      offer: parseOffer(await openValue(pairing.secrets.key, text, 'offer'))
    })).catch((err: Error) => {
      throw err instanceof PairingError && err.reason === 'expired'
        ? new PairingError('not-found', 'no device shows this code')
        : err
    })

    if ('isUsed' in offer || offer.expiresMs < pairing.nowMs()) {
      throw new PairingError('expired', 'the code was used already, or has expired')
    }

    return {
      device: offer.device,
      confirm: async () => await confirm(pairing, { text, offer, expiresMs: offer.expiresMs }),
      close: async () => {
        await pairing.close({ isPaired: false })
      }
    }
  } catch (err) {
    await pairing.close({ isPaired: false })
    throw err
  }
}

async function confirm (
  pairing: Pairing,
  { text, offer, expiresMs }: { text: string; offer: DeviceIntroduction; expiresMs: number }
): Promise<PairState> {
  let isPaired = false

  try {
    const answer = await sealValue(
      pairing.secrets.key,
      await pairing.introduction(),
      `answer ${await messageHash(text)}`
    )
    const secret = await pairing.agree(offer, [text, answer])
    await pairing.post('answer', answer)

    const key = await deriveKey(secret, 'accept')
    const context = await messageHash(answer)
    const { isAccepted } = await pairing.poll(
      'accept',
      expiresMs,
      async (accept) => await openValue(key, accept, context) as { isAccepted?: boolean }
    )

    if (isAccepted !== true) {
      throw new PairingError('declined', 'the other device refused')
    }

    const state = await pairing.state(secret, offer, false)
    isPaired = true
    return state
  } finally {
    await pairing.close({ isPaired })
  }
}

/** The messages and keys of one device in a pairing. */
class Pairing {
  readonly secrets: CodeSecrets
  readonly nowMs: () => number
  readonly #init: PairingInit
  readonly #mailboxes: Record<PairingStep, Mailbox>
  readonly #agreement: CryptoKeyPair
  readonly #keyName: string
  #name: string | undefined

  private constructor (
    init: PairingInit,
    secrets: CodeSecrets,
    mailboxes: Record<PairingStep, Mailbox>,
    agreement: CryptoKeyPair
  ) {
    this.#init = init
    this.secrets = secrets
    this.nowMs = init.nowMs ?? Date.now
    this.#mailboxes = mailboxes
    this.#agreement = agreement
    this.#keyName = `swipfs-device-${
      base64url.baseEncode(crypto.getRandomValues(new Uint8Array(6))).replace(/\W/g, 'x')
    }`
  }

  static async open (code: string, init: PairingInit): Promise<Pairing> {
    const secrets = await codeSecrets(code, init.rounds)
    const openMailbox = init.openMailbox ?? (async (seed) => await openNameMailbox(init.calls, seed))
    const [offer, answer, accept] = await Promise.all(
      PAIRING_STEPS.map(async (step) => await openMailbox(secrets.seeds[step]))
    )
    return new Pairing(init, secrets, { offer, answer, accept }, await createAgreement())
  }

  async introduction (): Promise<DeviceIntroduction> {
    const { ID, Addresses } = await callOnce<{ ID: string; Addresses: string[] | null }>(this.#init.calls, 'id')
    this.#name ??= await createKey(this.#init.calls, this.#keyName)
    return {
      device: safeDeviceName(this.#init.device),
      name: this.#name,
      peer: ID,
      addresses: recordAddresses(Addresses ?? []),
      publicKey: await publicKeyText(this.#agreement)
    }
  }

  /** @throws PairingError if the message was stored nowhere */
  async post (step: PairingStep, message: string): Promise<void> {
    const { signal } = this.#init
    const isStored = await this.#mailboxes[step].post(message, { signal }).catch((err: Error) => {
      signal?.throwIfAborted()
      throw new PairingError('unreachable', err.message)
    })

    if (!isStored) {
      throw new PairingError('unreachable', 'no router stored the message')
    }
  }

  /**
   * Waits for a message that can be opened.
   *
   * @throws PairingError: `invalid` if the only message cannot be opened, `expired` if there is none
   */
  async poll<T> (step: PairingStep, untilMs: number, open: (message: string) => Promise<T>): Promise<T> {
    const { signal, pause = waitMs } = this.#init
    let isInvalid = false

    while (this.nowMs() <= untilMs) {
      signal?.throwIfAborted()
      const message = await this.#mailboxes[step].read({ signal })

      if (message != null) {
        try {
          return await open(message)
        } catch {
          isInvalid = true
        }
      }

      await pause(LOOK_MS)
    }

    throw isInvalid
      ? new PairingError('invalid', 'the message of the other device does not belong to this pairing')
      : new PairingError('expired', 'the code has expired')
  }

  /** @throws PairingError for a malformed key */
  async agree (
    { publicKey }: DeviceIntroduction,
    messages: readonly string[]
  ): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await agreeOnSecret(this.#agreement, {
        other: publicKey,
        stretched: this.secrets.stretched,
        transcript: await messageHash(messages.join('\n'))
      })
    } catch (err) {
      throw new PairingError('invalid', (err as Error).message)
    }
  }

  async state (secret: Uint8Array<ArrayBuffer>, other: DeviceIntroduction, isFirst: boolean): Promise<PairState> {
    const { device, name, peer, addresses } = other
    return {
      drive: await pairId(secret),
      secret: secretText(secret),
      isFirst,
      device: safeDeviceName(this.#init.device),
      keyName: this.#keyName,
      name: this.#name!,
      other: { device, name, peer, addresses },
      sent: []
    }
  }

  /** Removes the keys that are of no more use. */
  async close ({ isPaired }: { isPaired: boolean }): Promise<void> {
    await Promise.all(
      Object.values(this.#mailboxes).map(async (mailbox) => {
        await mailbox.close()
      })
    )

    if (!isPaired && this.#name != null) {
      await removeKeys(this.#init.calls, [this.#keyName])
    }
  }
}

async function waitMs (ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
