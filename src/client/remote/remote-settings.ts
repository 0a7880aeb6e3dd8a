// The settings of a session on a server.

import type { ControlSettings, ControlSettingsChange } from '../../engine/control/operations/behaviour/settings.ts'
import type { Transport } from '../transport/transport.ts'

/** The settings of a session that are not part of its scenario. */
export interface RemoteSettings {
  read(): Promise<ControlSettings>
  /** Changes settings. Assumptions that were chosen and the data stay unchanged. */
  change(settings: ControlSettingsChange): Promise<ControlSettings>
}

/** Connects to the settings of a session. */
export function connectSettings({ send }: Transport): RemoteSettings {
  return {
    read: () => send('GET', '/settings'),
    change: (settings) => send('PATCH', '/settings', settings),
  }
}
