/** Whether the worker of this page was registered as a peer: another one would answer questions about peers with errors, of which the browser complains. */
export function isPeerWorker (): boolean {
  return new URL(navigator.serviceWorker?.controller?.scriptURL ?? location.href).searchParams.get('swarm') === 'on'
}
