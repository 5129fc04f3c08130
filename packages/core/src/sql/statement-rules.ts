/** What the first word of a statement says about it, and which functions do more than read, per dialect. Names in upper case are words of the language. */
export interface StatementRules {
  /** Words that begin a query whose rows a LIMIT can cap. */
  readonly queries: readonly string[]
  /** Words that begin another statement that only reads. */
  readonly otherReads: readonly string[]
  /** Words between EXPLAIN and the statement it explains. */
  readonly explainWords: readonly string[]
  /** Functions that change something although they stand in a SELECT. */
  readonly writingFunctions: RegExp
  /** Functions that reach files, other servers or other people's work: refused to everybody. */
  readonly forbiddenFunctions: RegExp
  /** Tables with passwords, or with the statements of other people: refused to everybody. `schema.table` or `table`. */
  readonly forbiddenTables: RegExp
  /** Settings that change what quotes and backslashes mean: after them the database would cut a text elsewhere than we do. */
  readonly forbiddenSettings: RegExp
}

const never = /^\b$/

const rules: Readonly<Record<string, StatementRules>> = {
  postgresql: {
    queries: ['SELECT', 'WITH', 'VALUES', 'TABLE'],
    otherReads: ['SHOW'],
    explainWords: ['ANALYZE', 'ANALYSE', 'VERBOSE'],
    writingFunctions:
      /^(?:setval|nextval|pg_switch_\w+|pg_(?:try_)?advisory_\w+|pg_notify|pg_stat_reset\w*|pg_export_snapshot|txid_current|pg_current_xact_id|lo_(?!get|import|export)\w+|lowrite|pg_nextoid|pg_import_system_collations|pg_extension_config_dump|brin_\w+|gin_clean_pending_list)$/,
    forbiddenFunctions:
      /^(?:pg_read_\w*file\w*|pg_ls_\w+|pg_stat_file|pg_file_\w+|pg_current_logfile|lo_import|lo_export|dblink\w*|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_rotate_logfile\w*|pg_promote|pg_create_\w+|pg_drop_\w+|pg_logical_\w+|pg_replication_\w+|pg_wal_replay\w*|pg_(?:backup_)?(?:start|stop)(?:_backup)?|pg_log_\w+|pg_hba_file_rules|pg_show_all_file_settings|set_config|(?:query|table|schema|database|cursor)_to_xml\w*)$/,
    forbiddenTables:
      /^(?:pg_catalog\.)?(?:pg_authid|pg_shadow|pg_user_mappings?|pg_hba_file_rules|pg_ident_file_mappings|pg_file_settings|pg_stat_activity|pg_stat_statements\w*|pg_largeobject|pg_subscription|pg_stat_replication|pg_statistic\w*|pg_stats\w*)$/,
    forbiddenSettings: /^(?:standard_conforming_strings|backslash_quote|names|client_encoding)$/,
  },
  duckdb: {
    queries: ['SELECT', 'WITH', 'VALUES', 'TABLE', 'FROM'],
    otherReads: ['SHOW', 'DESCRIBE', 'DESC', 'SUMMARIZE', 'PIVOT', 'UNPIVOT'],
    explainWords: ['ANALYZE', 'ANALYSE', 'VERBOSE'],
    writingFunctions: /^(?:nextval|write_log|enable_\w+|disable_\w+|force_checkpoint|checkpoint|load_aws_credentials)$/,
    forbiddenFunctions:
      /^(?:read_\w+|parquet_\w+|glob|getenv|sniff_csv|duckdb_secrets|which_secret|json_execute_serialized_sql|\w+_scan(?:_\w+)?|\w+_query|\w+_attach|copy_database|st_read\w*|http_\w+|iceberg_\w+|delta_\w+)$/,
    forbiddenTables: never,
    forbiddenSettings: never,
  },
  sqlite: {
    queries: ['SELECT', 'WITH', 'VALUES'],
    otherReads: [],
    explainWords: ['QUERY', 'PLAN'],
    writingFunctions: /^(?:sqlite_log|optimize)$/,
    forbiddenFunctions:
      /^(?:load_extension|readfile|writefile|edit|fts3_tokenizer|sha3_query|lsmode|lsdir|fsdir|eval|zipfile|sqlar_\w+|sqlite3mc_\w+|csv|sqlite_crypt)$/,
    forbiddenTables: /^(?:\w+\.)?(?:pragma_(?:database_list|temp_store_directory|data_store_directory)|sqlite_dbpage|sqlite_dbdata|fsdir|lsdir)$/,
    forbiddenSettings: never,
  },
  mysql: {
    queries: ['SELECT', 'WITH', 'VALUES', 'TABLE'],
    otherReads: ['SHOW'],
    explainWords: ['ANALYZE', 'EXTENDED', 'PARTITIONS', 'FORMAT', 'JSON', 'TREE', 'TRADITIONAL', 'VERBOSE'],
    writingFunctions: /^(?:get_lock|release_lock|release_all_locks|last_insert_id|nextval|setval|set_config)$/,
    forbiddenFunctions:
      /^(?:load_file|sys_exec|sys_eval|sys_get|sys_set|master_pos_wait|master_gtid_wait|source_pos_wait|wait_for_executed_gtid_set|wsrep_sync_wait\w*|audit_\w+|keyring_\w+)$/,
    forbiddenTables:
      /^(?:mysql|performance_schema|sys)\.\w+$|^information_schema\.(?:processlist|user_privileges|schema_privileges|table_privileges|column_privileges|user_attributes|innodb_\w+)$/,
    forbiddenSettings: /^(?:sql_mode|names|charset|character|character_set_\w+|collation_connection)$/,
  },
  clickhouse: {
    queries: ['SELECT', 'WITH', 'FROM'],
    otherReads: ['SHOW', 'DESCRIBE', 'DESC', 'EXISTS'],
    explainWords: ['AST', 'SYNTAX', 'QUERY', 'TREE', 'PLAN', 'PIPELINE', 'ESTIMATE'],
    writingFunctions: never,
    forbiddenFunctions:
      /^(?:url(?:cluster)?|file(?:cluster)?|s3(?:cluster)?|gcs|oss|cosn|hdfs(?:cluster)?|azureblobstorage(?:cluster)?|remote(?:secure)?|cluster(?:allreplicas)?|mysql|postgresql|mongodb|sqlite|redis|jdbc|odbc|executable|input|iceberg\w*|deltalake\w*|hudi\w*|paimon\w*|ytsaurus|arrowflight|loop|fuzzquery|mergetreeindex|dictionary|catboostevaluate|getserverport|serveruuid|filesystem\w+|showcertificate|addresstoline\w*|addresstosymbol|demangle|getoskernelversion)$/,
    forbiddenTables:
      /^system\.(?!(?:tables|columns|databases|one|numbers|numbers_mt|zeros|functions|formats|data_type_families|time_zones|table_functions|build_options|keywords|contributors)$)\w+$/,
    forbiddenSettings: never,
  },
  trino: {
    queries: ['SELECT', 'WITH', 'VALUES', 'TABLE'],
    otherReads: ['SHOW', 'DESCRIBE', 'DESC'],
    explainWords: ['ANALYZE', 'VERBOSE'],
    writingFunctions: never,
    forbiddenFunctions: /^(?:query|raw_query|execute|procedure)$/,
    forbiddenTables: /^(?:system\.)?(?:runtime|jdbc)\.\w+$/,
    forbiddenSettings: never,
  },
}

const unknown: StatementRules = {
  queries: ['SELECT', 'WITH'],
  otherReads: [],
  explainWords: [],
  writingFunctions: never,
  forbiddenFunctions: never,
  forbiddenTables: never,
  forbiddenSettings: never,
}

export const statementRulesOf = (dialectId: string): StatementRules => rules[dialectId] ?? unknown
