/**
 * A `BroadcastChannel` without other members: the engine has none, and the memory of a Durable Object is not shared.
 */
class LoneChannel extends EventTarget {
  postMessage (): void {
    // There are no listeners.
  }

  close (): void {
    // Nothing is open.
  }
}

/* The locks of libp2p's peer store (package mortice) need one: import this module before opening a swarm. */
const globals = globalThis as { BroadcastChannel?: unknown }

globals.BroadcastChannel ??= LoneChannel
