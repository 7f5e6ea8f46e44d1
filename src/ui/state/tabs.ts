/** Other tabs show the same node: tell them when what is kept changes. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('swipfs-page')

export function tellTabs (): void {
  channel?.postMessage('kept-changed')
}

export function onTabsNews (listener: () => void): void {
  channel?.addEventListener('message', listener)
}
