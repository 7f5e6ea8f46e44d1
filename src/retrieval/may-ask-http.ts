import type { ConfigStore } from '../config/config-store.ts'

/** Whether anybody is asked over HTTP where content is: the switch by which a person takes the node offline. */
export function mayAskHttp (config: Pick<ConfigStore, 'get'>): boolean {
  return config.get<boolean | null>('HTTPRetrieval.Enabled') !== false
}
