// The kinds of the texts in the records that are read.

import { deploymentKinds } from '../../../service/resources/deployments/deployment.ts'
import { revisionKinds } from '../../../service/resources/deployments/revision.ts'
import { integrationKinds } from '../../../service/resources/integrations.ts'
import { listenerKinds } from '../../../service/resources/listeners.ts'
import { providerKinds } from '../../../service/resources/providers.ts'
import { repositoryKinds } from '../../../service/resources/repositories/repository.ts'
import type { FieldKind } from '../../../service/resources/text-kinds.ts'
import { tokenKinds } from '../../../service/resources/tokens.ts'
import type { RecordedName } from '../records/sources.ts'

/** The kinds of all fields. What has no kind is replaced by random text. */
export const fieldKinds = {
  providers: providerKinds,
  deployments: deploymentKinds,
  integrations: integrationKinds,
  listeners: listenerKinds,
  tokens: tokenKinds,
  repositories: repositoryKinds,
  revisions: revisionKinds,
} as const satisfies Record<RecordedName, Readonly<Record<string, FieldKind>>>
