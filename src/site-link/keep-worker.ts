/**
 * Keeps content from unregistering the worker of its own origin: templates of single-page apps end workers of earlier versions so
 * (`navigator.serviceWorker.ready.then((r) => r.unregister())`), and this worker is what serves them. Their call resolves as it
 * would, and the site stays available offline. A person removes the worker in the browser's settings for the site.
 *
 * @param container - of this window
 */
export function keepWorker (container: ServiceWorkerContainer, script = '/sw.js'): void {
  const prototype = (globalThis as { ServiceWorkerRegistration?: { prototype: ServiceWorkerRegistration } }).ServiceWorkerRegistration?.prototype

  if (prototype != null) {
    const { unregister } = prototype

    prototype.unregister = async function (this: ServiceWorkerRegistration): Promise<boolean> {
      return new URL(this.scope).pathname === '/' ? true : await unregister.call(this)
    }
  }

  // a frame without this script may have done it: the worker is registered as the page that started the site does
  container.getRegistration('/').then(async (registration) => {
    if (registration == null) {
      await container.register(script, { scope: '/', updateViaCache: 'none' })
    }
  }).catch(() => {})
}
