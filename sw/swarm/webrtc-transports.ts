import type { RTCConfiguration } from '../../src/webrtc/rtc-types.ts'
import '../../src/webrtc/shim/globals.ts'

import { webRTC, webRTCDirect } from '@libp2p/webrtc'
import type { Holder, SwarmTransport } from '../../src/libp2p/host/swarm-transport.ts'
import { withLastingCircuits } from '../../src/libp2p/relay/lasting-circuits.ts'
import { bothWebRtcVersions } from '../../src/libp2p/transports/both-versions.ts'
import type { SwarmDeps } from '../../src/swarm/swarm-deps.ts'
import { useWebRtcPages } from '../../src/webrtc/shim/use-webrtc-pages.ts'
import type { WebRtcPages } from '../../src/webrtc/shim/webrtc-pages.ts'

/** Limit of received unread bytes per stream, as for all streams of a peer: WebRTC has no backpressure. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024

/**
 * Makes the WebRTC transports over pages of this origin: to other browsers with signaling over a relay, and to servers
 * by `/webrtc-direct`. A browser finds its public address with the STUN servers that libp2p recommends.
 */
export function webRtcTransports ({ config }: Pick<SwarmDeps, 'config'>, pages: WebRtcPages): SwarmTransport[] {
  useWebRtcPages(pages)

  // Checked first, so that a failed dial reports what is missing.
  const withPage = async (settings: RTCConfiguration): Promise<RTCConfiguration> => {
    await pages.get()
    return settings
  }

  const stun: RTCConfiguration = config.get<boolean | null>('AutoConf.Enabled') === false ? { iceServers: [] } : {}
  const dataChannel = { maxReadBufferLength: MAX_UNREAD_BYTES } as object

  const holder: Holder = {
    holds: (address) => address.getComponents().some(({ name }) => name === 'webrtc' || name === 'webrtc-direct'),
    get isOpen () {
      return pages.isOpen
    },
    watch: (listeners) => pages.watch(listeners)
  }

  // Use an open page immediately, for incoming connections.
  pages.get().catch(() => {})

  return [
    {
      name: 'WebRTCDirect',
      make: withLastingCircuits(webRTC({ dataChannel, rtcConfiguration: async () => await withPage({ ...stun }) })),
      needs: 'Relay',
      listensOn: '/webrtc',
      holder
    },
    {
      name: 'WebRTCDirect',
      make: bothWebRtcVersions(webRTCDirect, { dataChannel, rtcConfiguration: async () => await withPage({}) })
    }
  ]
}
