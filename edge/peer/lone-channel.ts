/** A channel to others of this origin where there are none: the engine has no `BroadcastChannel`, and nobody shares an object's memory. */
class LoneChannel extends EventTarget {
  postMessage (): void {
    // nobody hears it
  }

  close (): void {
    // nothing is open
  }
}

/*
 * The locks of libp2p's peer store (package mortice) want one: to be imported before a swarm is opened.
 */
const scope = globalThis as { BroadcastChannel?: unknown }

scope.BroadcastChannel ??= LoneChannel
