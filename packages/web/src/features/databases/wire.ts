/** A property of a connector's `parameters` JSON schema. */
export interface ParameterProperty {
  readonly type?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly default?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly format?: string | undefined
  readonly 'x-encrypted-extra'?: boolean | undefined
}

export interface ParametersSchema {
  readonly required?: readonly string[] | undefined
  readonly properties?: Readonly<Record<string, ParameterProperty>> | undefined
}

/** A kind of database this server has a driver for, as `available/` tells it. */
export interface Kind {
  readonly name: string
  readonly engine: string
  readonly default_driver?: string
  readonly sqlalchemy_uri_placeholder: string
  readonly preferred: boolean
  readonly parameters?: ParametersSchema
  readonly engine_information?: {
    readonly supports_file_upload?: boolean
    readonly disable_ssh_tunneling?: boolean
    readonly supports_dynamic_catalog?: boolean
  }
}

export interface StoredTunnel {
  readonly id?: number
  readonly server_address?: string | null
  readonly server_port?: number | null
  readonly username?: string | null
  readonly password?: string | null
  readonly private_key?: string | null
  readonly private_key_password?: string | null
  readonly server_host_key?: string | null
}

/** A registered database with its connection; secrets are masked. */
export interface StoredConnection {
  readonly id: number
  readonly database_name: string
  readonly backend: string
  readonly configuration_method?: string | null
  readonly sqlalchemy_uri?: string | null
  readonly parameters?: Readonly<Record<string, unknown>> | null
  readonly cache_timeout?: number | null
  readonly expose_in_sqllab?: boolean | null
  readonly allow_run_async?: boolean | null
  readonly allow_file_upload?: boolean | null
  readonly allow_ctas?: boolean | null
  readonly allow_cvas?: boolean | null
  readonly allow_dml?: boolean | null
  readonly force_ctas_schema?: string | null
  readonly impersonate_user?: boolean | null
  readonly is_managed_externally?: boolean | null
  readonly external_url?: string | null
  readonly extra?: string | null
  readonly masked_encrypted_extra?: string | null
  readonly server_cert?: string | null
  readonly ssh_tunnel?: StoredTunnel | null
}
