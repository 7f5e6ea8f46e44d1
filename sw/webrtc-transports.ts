import '../src/webrtc/shim/globals.ts'
import { webRTC, webRTCDirect } from '@libp2p/webrtc'
import { overLastingCircuits } from '../src/libp2p/over-lasting-circuits.ts'
import type { Holder, SwarmTransport } from '../src/libp2p/swarm-transport.ts'
import type { SwarmDeps } from '../src/swarm/swarm-deps.ts'
import { useWebRtcPages } from '../src/webrtc/shim/use-webrtc-pages.ts'
import type { WebRtcPages } from '../src/webrtc/shim/webrtc-pages.ts'

/** What a stream may have got and its reader has not read, as for all streams of a peer; WebRTC cannot tell its peer to wait. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024

/**
 * WebRTC through the pages of this origin: to other browsers by way of a relay, which only introduces them, and to servers by
 * `/webrtc-direct`. To find out how it is seen from outside a browser asks the STUN servers that libp2p recommends.
 */
export function webRtcTransports ({ config }: Pick<SwarmDeps, 'config'>, pages: WebRtcPages): SwarmTransport[] {
  useWebRtcPages(pages)

  // asked for first of all, so that a dial says by itself what is missing
  const withPage = async (settings: RTCConfiguration): Promise<RTCConfiguration> => {
    await pages.get()
    return settings
  }

  const stun: RTCConfiguration = config.get<boolean | null>('AutoConf.Enabled') === false ? { iceServers: [] } : {}
  const dataChannel = { maxReadBufferLength: MAX_UNREAD_BYTES } as object

  const holder: Holder = {
    holds: (address) => address.getComponents().some(({ name }) => name === 'webrtc' || name === 'webrtc-direct'),
    get isOpen () { return pages.isOpen },
    watch: (listeners) => pages.watch(listeners)
  }

  // one that is there already is taken at once, for peers that come
  pages.get().catch(() => {})

  return [
    { name: 'WebRTCDirect', make: overLastingCircuits(webRTC({ dataChannel, rtcConfiguration: async () => await withPage({ ...stun }) })), needs: 'Relay', listensOn: '/webrtc', holder },
    { name: 'WebRTCDirect', make: webRTCDirect({ dataChannel, rtcConfiguration: async () => await withPage({}) }) }
  ]
}
