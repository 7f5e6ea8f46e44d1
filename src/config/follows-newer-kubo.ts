import type { ConfigStore } from './config-store.ts'

/**
 * Returns whether answers are those of Kubo 0.43 where they contradict recorded ones of 0.40
 * (`Version.KuboAnswers`). What newer versions only added works in any case.
 */
export function followsNewerKubo (config: Pick<ConfigStore, 'get'>): boolean {
  return config.get('Version.KuboAnswers') === '0.43'
}
