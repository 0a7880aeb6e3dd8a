/** A revision whose log is read. */
export interface LoggedRevision {
  readonly id: string
  readonly created_at: string
  readonly source: string
  readonly source_revision_config: {
    readonly repo_ref?: string | null
    readonly repo_commit_sha?: string | null
    readonly graph_config_path?: string | null
    readonly image_uri?: string | null
    readonly source_tarball_path?: string | null
  }
  readonly outcome: string
  /** Every state that it entered, oldest first. */
  readonly history: readonly { readonly status: string; readonly at: string }[]
}

/** The deployment that it belongs to. */
export interface LoggedDeployment {
  readonly name: string
  readonly source_config: { readonly repo_url?: string | null }
}
