// A deployment of which a request says nothing.

import type { DeploymentRecord } from './deployment.ts'

/** A deployment that a request creates. The service assigns the other fields. */
export type NewDeployment = Omit<DeploymentRecord, 'id' | 'tenant_id' | 'created_at' | 'updated_at'>

/** The fields that every creation decides. */
type Decided =
  | 'name'
  | 'status'
  | 'source'
  | 'deployment_type'
  | 'remote_reconciled'
  | 'source_config'
  | 'source_revision_config'

/** What a creation starts from. The factory of worlds generates every field that is not set. */
export const emptyDeployment: Omit<NewDeployment, Decided> = {
  secrets: [],
  secret_references: null,
  tag_value_ids: [],
  image_version: null,
  latest_revision_id: null,
  active_revision_id: null,
  deployment_tier: null,
  database_tier: null,
  display_name: null,
  template_id: null,
}
