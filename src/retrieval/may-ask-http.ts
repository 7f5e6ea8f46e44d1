import type { ConfigStore } from '../config/config-store.ts'

/** Whether anybody is asked over HTTP where content is: in a browser the switch by which a person takes the node offline, peers included. */
export function mayAskHttp (config: Pick<ConfigStore, 'get'>): boolean {
  return config.get<boolean | null>('HTTPRetrieval.Enabled') !== false
}
