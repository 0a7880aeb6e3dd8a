// The bodies of requests that install integrations.

import { choice, defineModel, integer, optional, text } from '../../../engine/define/operation/body-value.ts'

/** `GithubInstallLinkRequest` of the service. */
export const githubInstallLinkRequest = defineModel('GithubInstallLinkRequest', {
  return_to: optional(text()),
})

/** `ForgeGithubPickerSelectionRequest` of the service. */
export const forgeGithubPickerSelectionRequest = defineModel('ForgeGithubPickerSelectionRequest', {
  action: choice(['ATTACH', 'INSTALL_NEW']),
  installation_id: optional(integer()),
})
