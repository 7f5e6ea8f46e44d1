import { BackupCard } from '../../backup/parts/backup-card.tsx'
import { GrantsSettings } from '../../grants/parts/grants-settings.tsx'
import { t } from '../../lib/text/t.ts'
import { Later } from '../../page/loading/later.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { DeveloperSettings } from './developer-settings.tsx'
import { GatewaySettings } from './gateway-settings.tsx'
import { HomeNodeSettings } from './home-node-settings.tsx'
import { NetworkSettings } from './network-settings.tsx'
import { RelaySettings } from './relay-settings.tsx'
import { SettingGroup } from './setting-group.tsx'
import { StorageSettings } from './storage-settings.tsx'

// Loaded on demand: it contains pairing and merging.
const loadDevices = async () => (await import('../../devices/parts/devices-settings.tsx')).DevicesSettings

/** The settings that people look for, in their order. Kubo's own settings follow them. */
export function SettingsList () {
  return (
    <>
      <AppearanceSettings />
      <StorageSettings />
      <NetworkSettings />
      <RelaySettings />
      <GatewaySettings />
      <HomeNodeSettings />
      <SettingGroup
        id='devices'
        title={t('Devices')}
        about={t('Keep the same files in the browsers of two devices. They sync while the app is open on both.')}
      >
        <Later load={loadDevices} name={t('Devices')} props={{}} />
      </SettingGroup>
      <SettingGroup
        id='backup'
        title={t('Backup')}
        about={t('Save files, pins, settings and keys to one file, and restore them here or in another browser.')}
      >
        <BackupCard />
      </SettingGroup>
      <SettingGroup
        id='sites'
        title={t('Sites')}
        about={t('Other websites that may use this node, while their window is open.')}
      >
        <GrantsSettings />
      </SettingGroup>
      <DeveloperSettings />
    </>
  )
}
